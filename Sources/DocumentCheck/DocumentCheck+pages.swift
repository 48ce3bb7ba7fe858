import DocumentModel

extension DocumentCheck {
    /// The minimum resolution in pixels per inch at which small letters are legible, which is also the minimum in
    /// libraries.
    private static let leastResolution = 200.0
    private static let millimetresPerInch = 25.4

    /// Finds pages whose resolution is known and too low.
    func pageFindings() -> [Finding] {
        document.pages.compactMap { page in
            guard let scale = page.pixelsPerMillimetre, page.image != nil,
                scale * Self.millimetresPerInch < Self.leastResolution
            else { return nil }
            return Finding(
                kind: .pageResolution, page: page.number,
                message: "page \(page.number) has \(Self.measure(scale * Self.millimetresPerInch)) pixels per inch",
                remedy: "photograph it from closer, or in parts: the minimum is \(Self.measure(Self.leastResolution))")
        }
    }
}
