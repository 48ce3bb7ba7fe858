// @ts-check

/**
 * Returns the common name of a licence, or any other URI unchanged.
 * @param {string} uri
 */
export function rightsName(uri) {
    const licence = /creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)/.exec(uri);
    if (licence) return `CC ${licence[1].toUpperCase()} ${licence[2]}`;
    if (/creativecommons\.org\/publicdomain\/zero/.test(uri)) return "CC0 1.0";
    if (/creativecommons\.org\/publicdomain\/mark/.test(uri)) return "Public Domain Mark 1.0";
    if (/apache\.org\/licenses\/LICENSE-2\.0/.test(uri)) return "Apache-2.0";
    return uri;
}
