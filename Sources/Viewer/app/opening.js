// @ts-check
/** Opens pages on the stage, and remembers one that could not be fetched. */
import { APIError, isOutage } from "../base/api.js";
import { showNotice } from "../base/notice.js";
import { say } from "../strings/strings.js";

/** @typedef {import("../base/leaves.js").Leaf} Leaf */

/** @type {import("../base/viewer.js").Cover} */
const NOTHING = { paint: () => undefined, ownBox: () => null };

export class Opening {
    #stage;
    #outage;
    #restore;
    /** The numbers of the open pages, comma-separated. All coordinates refer to the first. */
    #opened = "";
    /** Whether the pages are not visible yet. */
    isPending = false;
    /** Whether the page could not be fetched. */
    #isMissing = false;

    /**
     * @param {import("../sheet/stage.js").Stage} stage
     * @param {import("./outage.js").Outage} outage
     * @param {() => void} restore  retries what could not be fetched
     */
    constructor(stage, outage, restore) {
        this.#stage = stage;
        this.#outage = outage;
        this.#restore = restore;
    }

    /** @param {readonly Leaf[]} leaves */
    has(leaves) {
        return this.#opened === keyOf(leaves);
    }

    /**
     * @param {readonly Leaf[]} leaves
     * @returns {Leaf | undefined} the new reference page for coordinates, if these pages are already open
     */
    rebase(leaves) {
        const leaf = this.#stage.rebase(leaves);
        if (leaf) this.#opened = keyOf(leaves);
        return leaf;
    }

    /**
     * @param {readonly Leaf[]} leaves
     * @param {import("../base/fragment.js").Place} place  the place, for its view and captures
     */
    async open(leaves, { box, captures }) {
        const key = (this.#opened = keyOf(leaves));
        const [{ page }] = leaves;
        // Until the capture's painter is loaded, no tiles of the default capture are requested that will not be seen.
        if (page.captures?.some(({ id }, index) => index > 0 && captures?.ids.includes(id))) this.#stage.cover(NOTHING);
        this.isPending = true;
        try {
            await this.#stage.open(leaves, box);
        } catch (error) {
            // A page that is not there may mean that the reader's token has expired.
            if (!(error instanceof APIError) || error.status === 404) throw error;
            this.#isMissing = true;
            if (isOutage(error)) this.#outage.begin(say("unknownPage"));
            else showNotice(say("failedMore"), { label: say("retry"), run: this.#restore });
        } finally {
            if (key === this.#opened) this.isPending = false;
        }
        if (page.image === null) showNotice(say("missingPage"));
    }

    /** Marks a page that could not be fetched as not open, so that it is opened again. */
    forgetMissing() {
        if (this.#isMissing) this.#opened = "";
        this.#isMissing = false;
    }
}

/** @param {readonly Leaf[]} leaves */
function keyOf(leaves) {
    return leaves.map(({ page }) => page.number).join();
}
