import DocumentModel

extension DocumentCheck {
    /// In pixels to an inch, what small letters are legible with; it is what libraries scan with at least.
    private static let leastResolution = 200.0
    private static let millimetresPerInch = 25.4

    /// Pages of known size with too few pixels for it.
    func pageFindings() -> [Finding] {
        document.pages.compactMap { page in
            guard let scale = page.pixelsPerMillimetre, page.image != nil,
                scale * Self.millimetresPerInch < Self.leastResolution
            else { return nil }
            var finding = Finding(
                kind: .pageResolution,
                message: "page \(page.number) has \(Self.measure(scale * Self.millimetresPerInch)) pixels to an inch",
                remedy: "photograph it from closer, or in parts: \(Self.measure(Self.leastResolution)) are the least")
            finding.page = page.number
            return finding
        }
    }
}
