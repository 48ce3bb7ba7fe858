// @ts-check
/** The ids of collections, as CollectionPath has them. Pure. */

const NAME = "[a-z0-9][a-z0-9-]{0,63}";
const ID = new RegExp(`^${NAME}(/${NAME}){0,7}$`);

/**
 * What somebody typed as the id of a collection: in small letters, with hyphens for what is between words.
 * @param {string} text
 * @returns {string | null} null where nothing of it can be used
 */
export function collectionID(text) {
    const plain = text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
    const names = plain.split("/").map((name) => name.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 64));
    const id = names.filter((name) => name !== "").join("/");
    return ID.test(id) ? id : null;
}
