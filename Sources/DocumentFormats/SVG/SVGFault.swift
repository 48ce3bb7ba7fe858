/// Why a drawing in SVG gives no region.
struct SVGFault: Error, Equatable {
    /// What is there.
    let value: String
    /// What was expected.
    let expected: String
}
