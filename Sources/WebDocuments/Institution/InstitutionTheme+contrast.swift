import DocumentCheck
import DocumentModel

/// A colour with too little contrast to another.
package struct LowContrast: Sendable, Equatable {
    /// The keys in `theme.json`.
    package let names: [String]
    package let message: String
}

extension InstitutionTheme {
    /// The light text on the ground colour, which themes cannot change.
    private static let onGround = "#f6ecd6"
    /// The background of the camera's picture.
    private static let cameraGround = "#17110c"

    /// Returns the theme's colour, or the viewer's if the theme has none.
    package func effective(_ colour: Colour) -> String { colours[colour] ?? colour.usual }

    /// All pairs with too little contrast, by the limits that `explore check` uses for palettes.
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
                guard let alike = DocumentCheck.similarity(of: former, and: overlay) else { continue }
                found.append(
                    LowContrast(
                        names: ["colours.overlays"],
                        message: "overlays[\(other)], \(former), and \(name), \(overlay), \(alike)"))
            }
        }
        return found
    }

    /// The colours without illegible ones, which pages ignore as they do in palettes.
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
