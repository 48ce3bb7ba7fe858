// @ts-check
/** Ids of collections, as `CollectionPath` defines them. Pure. */

const NAME = "[a-z0-9][a-z0-9-]{0,63}";
const ID = new RegExp(`^${NAME}(/${NAME}){0,7}$`);

/**
 * Converts typed text to a collection's id: lowercase, without accents, with hyphens between words.
 * @param {string} text
 * @returns {string | null} null if the text yields no valid id
 */
export function collectionID(text) {
    const plain = text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
    const names = plain.split("/").map((name) => name.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 64));
    const id = names.filter((name) => name !== "").join("/");
    return ID.test(id) ? id : null;
}
