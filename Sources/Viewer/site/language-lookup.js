// @ts-check

/**
 * Returns the tags to look up for a language, from the most to the least specific, in lower case: zh-hant-tw, zh-hant, zh (RFC
 * 4647, section 3.4).
 * @param {string | null | undefined} language
 */
export function lookupChain(language) {
    if (!language || new TextEncoder().encode(language).length > 100) return [];
    const chain = [language.toLowerCase()];
    for (;;) {
        let shorter = chain[chain.length - 1];
        const hyphen = shorter.lastIndexOf("-");
        if (hyphen < 0) return chain;
        shorter = shorter.slice(0, hyphen);
        while (shorter.length > 1 && shorter[shorter.length - 2] === "-") shorter = shorter.slice(0, -2);
        if (shorter === "") return chain;
        chain.push(shorter);
    }
}
