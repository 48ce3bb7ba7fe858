// @ts-check
/** Lays a page on the stage, and remembers one that could not be fetched. */
import { isOutage } from "../base/api.js";
import { showRemark } from "../base/notice.js";
import { say } from "../strings/strings.js";

/** @typedef {import("../base/leaves.js").Leaf} Leaf */

/** @type {import("../base/viewer.js").Cover} */
const NOTHING = { paint: () => undefined, ownBox: () => null };

export class Opening {
    #stage;
    #outage;
    /** The pages that are open, as a text; the first is that of all coordinates. */
    #opened = "";
    /** Whether they are not seen yet. */
    isPending = false;
    /** Whether it could not be fetched. */
    #isMissing = false;

    /** @param {import("../sheet/stage.js").Stage} stage @param {import("./outage.js").Outage} outage */
    constructor(stage, outage) {
        this.#stage = stage;
        this.#outage = outage;
    }

    /** @param {readonly Leaf[]} leaves */
    has(leaves) {
        return this.#opened === keyOf(leaves);
    }

    /** @param {readonly Leaf[]} leaves @returns {Leaf | undefined} that coordinates belong to from now on, where these pages are open already */
    rebase(leaves) {
        const leaf = this.#stage.rebase(leaves);
        if (leaf) this.#opened = keyOf(leaves);
        return leaf;
    }

    /** @param {readonly Leaf[]} leaves @param {import("../base/fragment.js").Place} place  where to look, and at which capture */
    async open(leaves, { box, captures }) {
        const key = (this.#opened = keyOf(leaves));
        const [{ page }] = leaves;
        // Until they are there that paint it, nothing is asked for that will not be seen.
        if (page.captures?.some(({ id }, index) => index > 0 && captures?.ids.includes(id))) this.#stage.cover(NOTHING);
        this.isPending = true;
        try {
            await this.#stage.open(leaves, box);
        } catch (error) {
            if (!isOutage(error)) throw error;
            this.#outage.begin(say("unknownPage"));
            this.#isMissing = true;
        } finally {
            if (key === this.#opened) this.isPending = false;
        }
        if (page.image === null) showRemark(say("missingPage"));
    }

    /** From now on a page that could not be fetched is not open. */
    forgetMissing() {
        if (this.#isMissing) this.#opened = "";
        this.#isMissing = false;
    }
}

/** @param {readonly Leaf[]} leaves */
function keyOf(leaves) {
    return leaves.map(({ page }) => page.number).join();
}
