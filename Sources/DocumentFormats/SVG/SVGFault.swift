/// The reason why an SVG drawing cannot be converted to regions.
struct SVGFault: Error, Equatable {
    /// What was found.
    let value: String
    /// What was expected.
    let expected: String
}
