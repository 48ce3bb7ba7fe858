/** The CSS Custom Highlight API, as far as the viewer uses it: https://drafts.csswg.org/css-highlight-api-1/ */
declare class Highlight {
    constructor(...ranges: AbstractRange[]);
}

declare namespace CSS {
    const highlights: Map<string, Highlight>;
}
