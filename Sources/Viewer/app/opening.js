// @ts-check
/** Lays a page on the stage, and remembers one that could not be fetched. */
import { isOutage } from "../base/api.js";
import { showRemark } from "../base/notice.js";
import { say } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Page} Page */

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

    /** @param {Page} page @param {import("../base/types.js").Box | null} box  where to look; null: at the whole sheet */
    async open(page, box) {
        this.#opened = page.number;
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
