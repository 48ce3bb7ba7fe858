// @ts-check
/** An error response from the server, or status 0 if there was no usable response. */
export class EditingError extends Error {
    /**
     * @param {number} status
     * @param {string} detail
     * @param {{ problems?: string[], overridable?: boolean } | null} [more]  further properties of the response
     */
    constructor(status, detail, more = null) {
        super(detail);
        this.status = status;
        this.problems = more?.problems ?? [];
        /** Whether the user can override the refusal. */
        this.isOverridable = more?.overridable === true;
    }
}
