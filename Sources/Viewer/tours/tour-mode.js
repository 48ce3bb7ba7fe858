// @ts-check
/**
 * Guides a reader through a tour. The current step is in the address (#tour=ten-minutes&step=3), so that "back" returns to the
 * previous step and links can lead to a step. The last step is also kept on the device. A step in another document is at that
 * document's address.
 */
import { documentPath, documentURL, isOutage, jsonOnce, ofVersion, partPath, ROOT } from "../base/addresses.js";
import { announce } from "../base/dialogs.js";
import { find } from "../base/dom.js";
import { format, oneCapture, START } from "../base/fragment.js";
import { recall, rememberTour } from "../base/memory.js";
import { showNotice } from "../base/notice.js";
import { writeStored } from "../base/stored.js";
import { updateTexts } from "../strings/phrase-table.js";
import { localized } from "../strings/strings.js";
import { TOURS, tourText } from "../strings/tours.js";
import { Autoplay } from "./autoplay.js";
import { stepOf, TourCard } from "./card.js";
import { nearest, reference, resumed, tourOf } from "./pace.js";

/** @typedef {import("./pace.js").Tour} Tour */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "place" | "language" | "pushPlace" | "replacePlace" | "look" | "spotlight" | "addEventListener">} Viewer */
/** @typedef {{ home: string, tour: Tour, step: number }} Walk */

/** The key under which this tab stores that the tour continues to play in the next document, and how long that is valid. */
const PLAYING = "explore-tour-playing";
const HANDOVER_MILLISECONDS = 60_000;

export class TourMode {
    #viewer;
    #card;
    #autoplay;
    /** @type {Walk | null} */
    #walk = null;
    #isOverview = false;
    #said = "";

    /** @param {Viewer} viewer */
    constructor(viewer) {
        this.#viewer = viewer;
        this.#autoplay = new Autoplay({ next: () => this.#playOn(), change: () => this.#showPlaying() });
        this.#card = new TourCard({
            move: (steps) => this.#byHand(() => this.#move(steps)),
            go: (tour, step) => this.#byHand(() => this.#go({ home: this.#walk?.home ?? viewer.document.id, tour, step })),
            overview: () => this.#toggleOverview(),
            play: () => (this.#autoplay.isOn ? this.#autoplay.pause() : this.#play()),
            speed: (speed) => this.#autoplay.setSpeed(speed),
            close: () => this.close(),
        });
        viewer.addEventListener("change", () => this.follow());
        // A reader who touches the sheet wants to explore.
        for (const event of ["pointerdown", "wheel"]) {
            find("surface", HTMLElement).addEventListener(event, () => this.#autoplay.pause(), { passive: true });
        }
        document.addEventListener("keydown", (event) => this.#key(event));
    }

    /** Offers the document's tours. A single tour begins at once unless the reader has been on it before. */
    async open() {
        if (this.#walk) return this.#card.open();
        const { id } = this.#viewer.document;
        const tours = await this.#toursHere();
        const [first] = tours;
        if (!first) return;
        if (tours.length === 1 && resumed(this.#lastStep(first), first.steps.length) === null) {
            this.#go({ home: id, tour: first, step: 1 });
        } else {
            this.#list(tours);
            this.#card.open();
        }
    }

    async #toursHere() {
        return (await this.#fetch(this.#viewer.document.id))?.filter(({ steps }) => steps.length > 0) ?? [];
    }

    /** @param {Tour} tour */
    #lastStep(tour) {
        return recall().tours?.[`${this.#viewer.document.id}/${tour.id}`];
    }

    /** @param {Tour[]} tours */
    #list(tours) {
        // A step may have been opened meanwhile.
        if (this.#walk) return;
        const { language } = this.#viewer;
        this.#said = language;
        this.#card.showTours(tours, language, (tour) => this.#lastStep(tour));
    }

    close() {
        this.#autoplay.pause();
        const button = document.getElementById("tours-button");
        this.#walk = null;
        this.#card.remove();
        this.#viewer.spotlight(null);
        if (this.#viewer.place.tour) this.#viewer.pushPlace({ tour: null, captures: null });
        button?.focus();
    }

    /** Shows the step of the current place, or none. Called when the place has changed. */
    async follow() {
        if ((await updateTexts(TOURS)) && this.#card.isThere) {
            this.#card.updateStrings();
            this.#said = "";
        }
        const { place, document: about } = this.#viewer;
        if (place.tour === null) {
            if (this.#walk) this.close();
            else if (this.#card.isThere && this.#said !== this.#viewer.language) this.#list(await this.#toursHere());
            return;
        }
        const { home, id } = tourOf(place.tour.id, about.id);
        const tours = await this.#fetch(home);
        const tour = tours?.find((candidate) => candidate.id === id);
        // The reader may have moved on meanwhile.
        if (place.tour !== this.#viewer.place.tour) return;
        if (!tour || tour.steps.length === 0) {
            this.#viewer.replacePlace({ tour: null });
            // After `replacePlace`, which hides notices.
            if (tours) showNotice(tourText("missing"));
            return;
        }
        const step = nearest(place.tour.step, tour.steps.length);
        const isSame = this.#walk?.home === home && this.#walk.tour.id === id && this.#walk.step === step;
        const walk = { home, tour, step };
        if (isSame && this.#card.isThere) return this.#write(walk);
        const owner = tour.steps[step - 1].document ?? home;
        // The step of this link is in another document.
        if (owner !== about.id) return location.replace(this.#address(walk, owner));
        this.#arrive(walk);
    }

    /** @param {Walk} walk  the walk named by the address */
    #arrive(walk) {
        const isFirst = !this.#card.isThere;
        this.#walk = walk;
        this.#isOverview = false;
        rememberTour(`${walk.home}/${walk.tour.id}`, walk.step);
        this.#said = "";
        this.#write(walk);
        if (isFirst) this.#card.open();
        this.#look(walk);
        if (isFirst) this.#takeOver();
    }

    /** @param {Walk} walk */
    #look({ tour, step }) {
        const { box } = tour.steps[step - 1];
        // After the layout of the card, which changes the size of the sheet.
        requestAnimationFrame(() => requestAnimationFrame(() => this.#viewer.look(boxOf(box))));
    }

    /** @param {Walk} walk  the walk that the card shows */
    #write({ tour, step, home }) {
        const { language } = this.#viewer;
        const key = JSON.stringify([home, tour.id, step, language, this.#isOverview]);
        if (key === this.#said) return;
        this.#said = key;
        if (this.#isOverview) return this.#card.showOverview(tour, step, language);
        this.#viewer.spotlight(tour.steps[step - 1].clauses);
        const text = localized(tour.steps[step - 1].text, language)?.text ?? "";
        this.#card.showStep(tour, step, language, step === tour.steps.length);
        this.#autoplay.show(text, this.#recording(home, tour.steps[step - 1]));
        this.#showPlaying();
        announce(`${tourText("step", { step, count: tour.steps.length })}. ${text}`);
    }

    /**
     * @param {string} home @param {import("./pace.js").Step} step @returns {string | null} the address of the step's recording
     */
    #recording(home, { audio }) {
        const path = localized(audio ?? null, this.#viewer.language)?.text;
        if (!path?.startsWith("audio/")) return null;
        const file = `${documentPath(home)}/recordings/${path.slice("audio/".length)}`;
        return ROOT + ofVersion(home, file);
    }

    #showPlaying() {
        if (this.#walk) this.#card.showPlaying(this.#autoplay.isOn, this.#autoplay.seconds);
    }

    /** @param {() => void} action  an action of the reader, which pauses automatic play */
    #byHand(action) {
        this.#autoplay.pause();
        action();
    }

    #play() {
        const walk = this.#walk;
        if (!walk) return;
        this.#autoplay.play();
        // At the end, start again.
        if (walk.step === walk.tour.steps.length) this.#go({ ...walk, step: 1 });
    }

    #playOn() {
        const walk = this.#walk;
        if (!walk) return;
        if (walk.step < walk.tour.steps.length) this.#move(1);
        else this.#autoplay.pause();
    }

    /** @param {-1 | 1} steps */
    #move(steps) {
        const walk = this.#walk;
        if (!walk) return;
        const step = walk.step + steps;
        if (step >= 1 && step <= walk.tour.steps.length) this.#go({ ...walk, step });
    }

    /** @param {Walk} walk  the next step, which becomes a history entry */
    #go(walk) {
        const next = walk.tour.steps[walk.step - 1];
        const { document: about } = this.#viewer;
        const owner = next.document ?? walk.home;
        if (owner !== about.id) {
            this.#handOver(walk);
            location.assign(this.#address(walk, owner));
            return;
        }
        this.#viewer.pushPlace({ clause: null, ...placeOf(walk, about.id) });
        // The step is unchanged, but the card may show something else, and the sheet may have been moved.
        if (this.#walk?.tour.id === walk.tour.id && this.#walk.step === walk.step) this.#arrive(walk);
    }

    /** @param {Walk} walk @param {string} owner  the document that contains the step */
    #address(walk, owner) {
        const { lang } = this.#viewer.place;
        // The version in the address is one of this document.
        const query = new URLSearchParams(location.search);
        query.delete("version");
        const kept = String(query);
        return `${documentURL(owner)}${kept && `?${kept}`}${format({ ...START, lang, ...placeOf(walk, owner) })}`;
    }

    #toggleOverview() {
        const walk = this.#walk;
        if (!walk) return;
        this.#autoplay.pause();
        this.#isOverview = !this.#isOverview;
        this.#write(walk);
    }

    /** @param {KeyboardEvent} event  an event that nothing else has handled; the card handles its own keys */
    #key(event) {
        if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !this.#card.isThere) return;
        if (document.activeElement !== document.body) return;
        const step = stepOf(event.key);
        if (event.key === "Escape") this.close();
        else if (step !== null && this.#walk) this.#byHand(() => this.#move(step));
        else return;
        event.preventDefault();
    }

    /** @param {string} document @returns {Promise<Tour[] | null>} null if the tours cannot be fetched */
    async #fetch(document) {
        try {
            const { tours } = await jsonOnce(partPath(document, "tours"));
            return tours;
        } catch (error) {
            if (this.#viewer.place.tour) this.#viewer.replacePlace({ tour: null });
            showNotice(tourText(isOutage(error) ? "unreachable" : "missing"));
            return null;
        }
    }

    /** @param {Walk} walk  a tour that continues in another document */
    #handOver({ tour }) {
        if (!this.#autoplay.isOn) return;
        // Without storage, the reader has to press play again.
        writeStored("sessionStorage", PLAYING, JSON.stringify({ tour: tour.id, speed: this.#autoplay.speed, at: Date.now() }));
    }

    #takeOver() {
        try {
            const left = JSON.parse(sessionStorage.getItem(PLAYING) ?? "null");
            sessionStorage.removeItem(PLAYING);
            if (left?.tour !== this.#walk?.tour.id || Date.now() - left.at > HANDOVER_MILLISECONDS) return;
            this.#card.setSpeed(left.speed);
            this.#autoplay.setSpeed(left.speed);
            this.#autoplay.play();
        } catch {
            // Without storage, as above.
        }
    }
}

/** @param {import("./pace.js").Step["box"]} box */
function boxOf(box) {
    return box && { x: box[0], y: box[1], width: box[2], height: box[3] };
}

/** @param {Walk} walk @param {string} document  the document whose address states the step */
function placeOf({ home, tour, step }, document) {
    const { page, box, capture } = tour.steps[step - 1];
    const id = reference({ home, id: tour.id }, document);
    return { tour: { id, step }, page, box: boxOf(box), captures: oneCapture(capture) };
}
