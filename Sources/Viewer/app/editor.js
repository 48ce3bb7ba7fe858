// @ts-check
/** The script of the editor's page: opens the working copy and connects the editor's parts. */
import "../base/trusted.js";
import { documentHere, documentURL } from "../base/addresses.js";
import { APIError, isOutage } from "../base/api.js";
import { find, make } from "../base/dom.js";
import { interfaceLanguage } from "../base/interface-language.js";
import { openSeadragon } from "../base/load-module.js";
import { showAppearance } from "../base/memory.js";
import { showFailure, showNotice, tokenLink } from "../base/notice.js";
import { startDrawing } from "../editing/drawing/drawing.js";
import { PagePanel } from "../editing/pages/page-panel.js";
import { ProposalOutline } from "../editing/proposals/proposal-outline.js";
import { ProposalPanel } from "../editing/proposals/proposal-panel.js";
import { openChanges } from "../editing/publishing/changes-dialog.js";
import { DocumentPanel } from "../editing/publishing/document-panel.js";
import { openJournal } from "../editing/publishing/journal-dialog.js";
import { EditingError } from "../editing/session/editing-error.js";
import { RECENT_EDITS } from "../editing/session/live-replica.js";
import { EditingSession } from "../editing/session/session.js";
import { EditorBar } from "../editing/shell/bar.js";
import { openOutbox } from "../editing/shell/outbox-dialog.js";
import { EditorSheet } from "../editing/shell/sheet.js";
import { GlossaryPanel } from "../editing/glossary/glossary-panel.js";
import { Side } from "../editing/shell/side.js";
import { ClauseList } from "../editing/texts/clause-list.js";
import { TextPanel } from "../editing/texts/text-panel.js";
import { ThemePanel } from "../editing/themes/theme-panel.js";
import { TourPanel } from "../editing/tours/tour-panel.js";
import { clauseText } from "../reading/clause-text.js";
import { counted, EDITOR, isPhrase, phrase } from "../strings/editor.js";
import { LINKED } from "../strings/linked.js";
import { PROPOSALS } from "../strings/proposals.js";
import { say, setLanguage } from "../strings/strings.js";

async function start() {
    showAppearance();
    await setLanguage(interfaceLanguage());
    await Promise.all([EDITOR.load(), LINKED.load(), PROPOSALS.load()]);
    translate();
    const id = documentHere();
    find("leave", HTMLAnchorElement).href = documentURL(id);
    try {
        const [session] = await Promise.all([EditingSession.open(id), openSeadragon()]);
        await edit(session);
    } catch (error) {
        showProblem(error);
    }
    document.body.classList.add("ready");
}

/** @param {EditingSession} session */
async function edit(session) {
    const sheet = new EditorSheet(session, showMissingPage);
    new EditorBar(session, {
        mode: (isReading) => sheet.setReading(isReading),
        changes: () => openChanges(session),
        outbox: () => openOutbox(session),
    });
    const texts = new TextPanel(
        session,
        (clause, language, own) => clauseText(clause, null, language, own),
        (clause) => openJournal(session, clause),
        (word, language) => {
            side.open("glossary");
            glossary.add(word, language);
        },
    );
    const glossary = new GlossaryPanel(session);
    const side = new Side({
        clauses: new ClauseList(session, (clause) => {
            session.selection = clause;
            side.open("texts");
        }),
        texts,
        themes: new ThemePanel(session),
        tours: new TourPanel(session, sheet),
        glossary,
        pages: new PagePanel(session, (number) => sheet.show(number)),
        document: new DocumentPanel(session, sheet, () => openJournal(session, null)),
        proposals: new ProposalPanel(session, new ProposalOutline(sheet, find("surface", HTMLElement))),
    });
    session.addEventListener("select", () => {
        if (session.selection !== null && side.current === "clauses") side.open("texts");
    });
    await sheet.openPage();
    sheet.enableDrawing();
    await startDrawing({ session, camera: sheet.camera, surface: find("surface", HTMLElement), view: sheet });
    if (session.initialUnsentCount > 0) {
        showNotice(counted("leftOver", session.initialUnsentCount), { label: phrase("show"), run: () => openOutbox(session) });
    } else if (session.otherUsersEdits.length > 0) openOutbox(session);
    session.recordEntries((await session.server.journal({ limit: RECENT_EDITS, order: "newest" })).edits);
    if (side.current === "clauses") side.open("clauses");
}

/** @param {unknown} error  editing continues without the picture of a page */
function showMissingPage(error) {
    const detail = error instanceof Error ? error.message : String(error);
    showNotice(error instanceof APIError && !isOutage(error) ? phrase("serverSays", { detail }) : phrase("offlineMore"));
}

/** @param {unknown} error */
function showProblem(error) {
    if (!(error instanceof EditingError)) return showFailure(error);
    if (error.status !== 401 && error.status !== 403) return showFailure(new APIError(error.status, error.message));
    const notice = find("notice", HTMLElement);
    notice.className = "failure";
    notice.replaceChildren(
        make("h2", {}, phrase("noEditing")),
        make("p", {}, phrase("noEditingMore")),
        make(
            "p",
            { class: "actions" },
            tokenLink(location.pathname),
            make("a", { href: documentURL(documentHere()), class: "action" }, phrase("readDocument")),
        ),
    );
}

/** Fills in the strings of the page, some of which it shares with the viewer. */
function translate() {
    const text = (/** @type {string} */ name) => (isPhrase(name) ? phrase(name) : say(/** @type {any} */ (name)));
    for (const element of document.querySelectorAll("[data-text]")) {
        element.textContent = text(element.getAttribute("data-text") ?? "");
    }
    for (const element of document.querySelectorAll("[data-label]")) {
        const label = text(element.getAttribute("data-label") ?? "");
        element.setAttribute("aria-label", label);
        if (!element.matches("aside")) element.setAttribute("title", label);
    }
}

start();
