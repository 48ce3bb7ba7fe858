// @ts-check
/** An upload in a list: its progress or the reason why it failed, and buttons to repeat or cancel it. */
import { make } from "../../base/dom.js";
import { phrase } from "../../strings/editor.js";
import { wordButton } from "../shell/forms.js";

/** @typedef {import("./uploads.js").Uploads} Uploads */
/** @typedef {import("./uploads.js").Upload} Upload */

/**
 * Creates a list of uploads that keeps its rows, and the keyboard focus, while they change. Warns users who close the page during
 * an upload.
 * @param {Uploads} uploads
 */
export function uploadList(uploads) {
    addEventListener("beforeunload", (event) => uploads.all.length > 0 && event.preventDefault());
    const list = make("ul", { class: "uploads", role: "list" });
    /** @type {Map<number, { element: HTMLElement, show: (upload: Upload) => void }>} */
    const rows = new Map();
    const show = () => {
        const ids = new Set(uploads.all.map(({ id }) => id));
        for (const [id, { element }] of rows) {
            if (ids.has(id)) continue;
            element.remove();
            rows.delete(id);
        }
        for (const upload of uploads.all) {
            const row = rows.get(upload.id) ?? uploadRow(uploads, upload);
            rows.set(upload.id, row);
            if (!row.element.isConnected) list.append(row.element);
            row.show(upload);
        }
        list.hidden = rows.size === 0;
    };
    uploads.addEventListener("change", show);
    show();
    return list;
}

/** @param {Uploads} uploads @param {Upload} upload */
function uploadRow(uploads, { id, file: { name } }) {
    const state = make("p", { class: "notes" });
    const bar = make("progress", { max: "100", "aria-label": phrase("uploading", { name }) });
    const again = wordButton(phrase("tryAgain"), () => uploads.retry(id), { "aria-label": phrase("tryAgainNamed", { name }) });
    const cancel = wordButton(phrase("cancel"), () => uploads.cancel(id), { "aria-label": phrase("cancelNamed", { name }) });
    const element = make("li", {}, make("p", { class: "file", dir: "auto" }, name), bar, state, make("p", { class: "actions" }, again, cancel));
    const show = (/** @type {Upload} */ upload) => {
        const isFailed = upload.state === "failed";
        element.classList.toggle("failed", isFailed);
        element.dataset.state = upload.state;
        bar.hidden = isFailed;
        bar.value = Math.floor(upload.progress * 100);
        again.hidden = !isFailed;
        cancel.hidden = !uploads.canCancel(upload);
        const text = isFailed ? uploadFault(upload) : phrase(upload.state === "waiting" ? "uploadWaits" : upload.progress < 1 ? "uploadingPercent" : "uploadArrives", { percent: bar.value });
        if (state.textContent !== text) state.textContent = text;
        // An error is announced; progress is not, since it changes constantly.
        if (isFailed) state.setAttribute("role", "alert");
        else state.removeAttribute("role");
    };
    return { element, show };
}

/** @param {Upload} upload  a failed upload */
function uploadFault({ error }) {
    if (!error || error.status === 0) return phrase("uploadBroke");
    if (error.status === 401 || error.status === 403) return phrase("expiredMore");
    return phrase("serverSays", { detail: error.message });
}
