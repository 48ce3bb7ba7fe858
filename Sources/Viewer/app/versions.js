// @ts-check
/** Informs readers of a former version that there is a newer one, and links to it. */
import { IS_SITE, wantedVersion } from "../base/addresses.js";
import { showNotice } from "../base/notice.js";
import { CITING, citingText } from "../strings/citing.js";

/** @param {Pick<import("../base/viewer.js").Viewer, "document">} viewer */
export async function showVersionNotice({ document: about }) {
    const wanted = wantedVersion();
    if (wanted === null || (about.newest === undefined && wanted === about.version)) return;
    await CITING.load();
    if (about.newest !== undefined) {
        const text = citingText("formerVersion", { version: about.version, newest: about.newest });
        showNotice(text, { label: citingText("newestVersion"), run: () => location.assign(withoutVersion()) });
    } else if (IS_SITE) {
        // A static site contains only the version it was generated from, whichever version the link names.
        showNotice(citingText("otherVersion", { version: wanted, here: about.version }));
    }
}

/** Returns the address of this page with the newest version. */
function withoutVersion() {
    const address = new URL(location.href);
    address.searchParams.delete("version");
    return address.href;
}
