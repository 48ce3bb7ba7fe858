// @ts-check
/** Lays a page on the stage, and remembers one that could not be fetched. */
import { isOutage } from "../base/api.js";
import { showRemark } from "../base/notice.js";
import { say } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Page} Page */

/** @type {import("../base/viewer.js").Cover} */
const NOTHING = { paint: () => undefined, ownBox: () => null };

export class Opening {
    #stage;
    #outage;
    /** The number of the page that is open. */
    #opened = -1;
    /** Whether it could not be fetched. */
    #isMissing = false;

    /** @param {import("../sheet/stage.js").Stage} stage @param {import("./outage.js").Outage} outage */
    constructor(stage, outage) {
        this.#stage = stage;
        this.#outage = outage;
    }

    /** @param {Page} page */
    has(page) {
        return this.#opened === page.number;
    }

    /** @param {Page} page @param {import("../base/fragment.js").Place} place  where to look, and at which capture */
    async open(page, { box, captures }) {
        this.#opened = page.number;
        // Until they are there that paint it, nothing is asked for that will not be seen.
        if (page.captures?.some(({ id }, index) => index > 0 && captures?.ids.includes(id))) this.#stage.cover(NOTHING);
        try {
            await this.#stage.open(page, box);
        } catch (error) {
            if (!isOutage(error)) throw error;
            this.#outage.begin(say("unknownPage"));
            this.#isMissing = true;
        }
        if (page.image === null) showRemark(say("missingPage"));
    }

    /** From now on a page that could not be fetched is not open. */
    forgetMissing() {
        if (this.#isMissing) this.#opened = -1;
        this.#isMissing = false;
    }
}
