// @ts-check
/** The icons offered for themes and emblems, grouped by subject. They are those of Tools/icons.txt that depict something. */

/** @type {Record<"signs" | "faith" | "law" | "nature" | "trade" | "people" | "sheet", string>} */
const NAMES = {
    signs: "ban circle circle-notch eye eye-slash magnifying-glass magnifying-glass-plus hand-pointer star",
    faith: `bell book book-bible book-open book-quran book-tanakh bookmark church cross dove graduation-cap hands-praying
        menorah moon mosque place-of-worship sun synagogue`,
    law: `award certificate chess-king chess-knight chess-queen chess-rook crown envelope-open-text file-contract file-lines
        file-signature fingerprint flag gavel gem hand-fist hand-peace handcuffs handshake handshake-simple key landmark
        landmark-dome lock lock-open medal pen-fancy pen-nib quote-left ring scale-balanced scale-unbalanced scroll shield
        shield-halved signature stamp unlock user-shield user-tie`,
    nature: `anchor bridge bridge-water bug carrot compass cow crow dragon droplet earth-europe fire fish fish-fins frog hippo
        horse horse-head leaf location-dot map map-location-dot mountain mountain-sun otter paw plant-wilt route sailboat
        seedling ship snowflake spider tree water wheat-awn wind`,
    trade: `box-open building-columns building-flag cart-shopping city coins dungeon gift hammer hand-holding-dollar
        hand-holding-heart hourglass-half house house-chimney house-flag industry money-bill-wheat mortar-pestle music palette
        receipt road sack-dollar scissors shop store tower-observation tractor utensils warehouse weight-hanging weight-scale
        wine-bottle wine-glass`,
    people: `baby child children hands hands-holding hands-holding-child hat-wizard heart helmet-safety people-arrows
        people-group people-roof person person-dress person-praying user user-group users venus`,
    sheet: `border-all brush circle-dot clock-rotate-left crosshairs eraser eye-dropper grip-lines image layer-group lightbulb
        map-pin note-sticky paragraph pen pen-clip pencil puzzle-piece question ruler ruler-combined ruler-horizontal section
        tags thumbtack text-height`,
};

export const ICON_GROUPS = Object.entries(NAMES).map(([group, names]) => ({
    group: /** @type {keyof typeof NAMES} */ (group),
    names: names.split(/\s+/),
}));
