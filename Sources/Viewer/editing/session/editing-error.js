// @ts-check
/** A response that is not what was asked for; status 0 if there was none. */
export class EditingError extends Error {
    /** @param {number} status @param {string} detail @param {string[]} [problems] */
    constructor(status, detail, problems = []) {
        super(detail);
        this.status = status;
        this.problems = problems;
    }
}
