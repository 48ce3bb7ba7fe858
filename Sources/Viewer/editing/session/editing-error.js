// @ts-check
/** A response that is not what was asked for; status 0 if there was none. */
export class EditingError extends Error {
    /**
     * @param {number} status
     * @param {string} detail
     * @param {{ problems?: string[], overridable?: boolean } | null} [more]  of the answer
     */
    constructor(status, detail, more = null) {
        super(detail);
        this.status = status;
        this.problems = more?.problems ?? [];
        /** Whether the server does it all the same if that is demanded. */
        this.isOverridable = more?.overridable === true;
    }
}
