// @ts-check
/** What else can be done, and what can be chosen: languages, appearance, and that everything be forgotten. */
import { actionButton, choice, openDialog, tell } from "../base/dialogs.js";
import { make } from "../base/dom.js";
import { openHelp } from "./help.js";
import { forget, recall, remember, showAppearance } from "../base/memory.js";
import { printShown } from "../reading/print.js";
import { openShare } from "../reading/share.js";
import { languageName, say } from "../strings/strings.js";

/** @typedef {import("./explorer.js").Explorer} Explorer */

/** @param {Explorer} explorer */
export function openOptions(explorer) {
    const dialog = openDialog("options", say("options"), actions(explorer), ...choices(explorer), forgetting(explorer));
    dialog.addEventListener("click", ({ target }) => {
        if (target instanceof Element && target.closest(".row .action")) dialog.close();
    });
}

/** @param {Explorer} explorer */
function actions(explorer) {
    return make(
        "div",
        { class: "row" },
        actionButton("share-nodes", say("share"), () => openShare(explorer)),
        actionButton("print", say("print"), () => printShown(explorer)),
        actionButton("question", say("help"), () => openHelp()),
    );
}

/** @param {Explorer} explorer */
function choices(explorer) {
    const { document: about, language, place } = explorer;
    const rows = [];
    /** @type {(code: string) => [string, string, string]} */
    const named = (code) => [code, languageName(code), code];
    const again = () => openOptions(explorer);
    if (about.languages.length > 1) {
        const others = about.languages.filter((code) => code !== language).map(named);
        rows.push(
            choice("texts", say("textsIn"), about.languages.map(named), language, (lang) => {
                explorer.addEventListener("list", again, { once: true });
                explorer.chooseLanguage(lang);
            }),
            choice("beside", say("besideIn"), [["", say("noSecond")], ...others], place.beside ?? "", (beside) =>
                explorer.go({ lang: language, beside: beside || null }),
            ),
        );
    }
    const spoken = recall().interface ?? "";
    rows.push(
        choice("interface", say("interfaceIn"), [["", say("asTexts")], named("en"), named("fr")], spoken, async (code) => {
            remember({ interface: code || undefined });
            await explorer.speak();
            again();
        }),
        choice(
            "appearance",
            say("appearance"),
            [
                ["", say("asDevice")],
                ["light", say("light")],
                ["dark", say("dark")],
            ],
            recall().appearance ?? "",
            (value) => {
                remember({ appearance: value === "light" || value === "dark" ? value : undefined });
                showAppearance();
            },
        ),
    );
    return rows;
}

/** @param {Explorer} explorer */
function forgetting(explorer) {
    const done = make("span", { role: "status" });
    const button = actionButton("eraser", say("forget"), async () => {
        await forget();
        await explorer.speak();
        openOptions(explorer);
        document.querySelector("#options .forget [role='status']")?.replaceChildren(say("forgotten"));
        tell(say("forgotten"));
    });
    return make("div", { class: "forget" }, make("p", { class: "aside" }, say("rememberedHere")), button, done);
}
