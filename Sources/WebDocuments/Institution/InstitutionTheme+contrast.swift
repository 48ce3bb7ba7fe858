import DocumentCheck
import DocumentModel

/// A colour that is hard to see beside another.
package struct LowContrast: Sendable, Equatable {
    /// What it is called in `theme.json`.
    package let names: [String]
    package let message: String
}

extension InstitutionTheme {
    /// The light text on the ground, which no theme changes.
    private static let onGround = "#f6ecd6"
    /// What a camera's picture lies on.
    private static let cameraGround = "#17110c"

    /// The colour that is stated, or the viewer's own.
    package func effective(_ colour: Colour) -> String { colours[colour] ?? colour.usual }

    /// Every contrast that is too low, by the limits of `explore check` for palettes.
    package var lowContrasts: [LowContrast] {
        let limits = CheckLimits()
        let rules: [(Colour, Colour?, String, String, Double)] = [
            (.barText, .bar, "barText", "bar", limits.textContrast),
            (.accent, .bar, "accent", "bar", limits.accentContrast),
            (.ground, nil, "ground", "the viewer's light text", limits.textContrast),
            (.accent, .ground, "accent", "ground", limits.accentContrast),
            (.ink, .paper, "ink", "paper", limits.textContrast),
            (.detection, nil, "detection", "the camera's ground", limits.accentContrast),
            (.guides, nil, "guides", "the camera's ground", limits.accentContrast),
        ]
        var found: [LowContrast] = []
        for (one, other, name, otherName, limit) in rules {
            let named = [one, other].compactMap { $0 }.filter { colours[$0] != nil }
            guard !named.isEmpty else { continue }
            let second = other.map(effective) ?? (one == .ground ? Self.onGround : Self.cameraGround)
            if let low = Self.low(name, effective(one), otherName, second, limit) {
                found.append(LowContrast(names: named.map { "colours.\($0.rawValue)" }, message: low))
            }
        }
        for (index, overlay) in overlays.enumerated() {
            let name = "overlays[\(index)]"
            if let low = Self.low(name, overlay, "paper", effective(.paper), limits.overlayContrast) {
                found.append(LowContrast(names: ["colours.overlays"], message: low))
            }
            for (other, former) in overlays[..<index].enumerated() {
                guard let alike = DocumentCheck.alike(former, overlay) else { continue }
                found.append(
                    LowContrast(
                        names: ["colours.overlays"],
                        message: "overlays[\(other)], \(former), and \(name), \(overlay), \(alike)"))
            }
        }
        return found
    }

    /// The colours without those that would be hard to read, which pages leave out as they do those of palettes.
    package var readableColours: (colours: [Colour: String], overlays: [String]) {
        let low = Set(lowContrasts.flatMap(\.names))
        return (
            colours.filter { !low.contains("colours.\($0.key.rawValue)") },
            low.contains("colours.overlays") ? [] : overlays
        )
    }

    private static func low(
        _ name: String, _ colour: String, _ otherName: String, _ other: String, _ limit: Double
    ) -> String? {
        guard let contrast = DocumentCheck.contrast(colour, other), contrast < limit else { return nil }
        let shown = (contrast * 100).rounded(.down) / 100
        return "\(name), \(colour), has a contrast of \(FaultText.number(shown)) with \(otherName), \(other), "
            + "expected at least \(FaultText.number(limit))"
    }
}
