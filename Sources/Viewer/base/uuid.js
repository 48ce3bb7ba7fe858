// @ts-check
/** Returns a UUID like `crypto.randomUUID`, which is available only in secure contexts. */
export function uuid() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** @returns {string} twelve random hexadecimal digits, as eight and four, for an id that nobody else makes at the same time */
export function randomDigits() {
    return uuid().slice(0, 13);
}
