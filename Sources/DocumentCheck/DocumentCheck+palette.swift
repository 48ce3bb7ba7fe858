import DocumentModel
import Foundation

extension DocumentCheck {
    /// The minimum distance between two overlay colours: the sum of the differences of their three channels, each 0 to
    /// 255.
    private static let overlayDistance = 48.0

    /// Finds palette colours with too little contrast.
    func paletteFindings() -> [Finding] {
        guard let palette = document.header.palette else { return [] }
        var found = [
            low("ink", palette.ink, "paper", palette.paper, limits.textContrast),
            low("accent", palette.accent, "background", palette.background, limits.accentContrast),
            low("background", palette.background, "viewer's light text", "#f6ecd6", limits.textContrast),
        ].compactMap(\.self)
        for (position, colour) in palette.overlays.enumerated() {
            let name = "overlay \(position + 1)"
            if let low = low(name, colour, "paper", palette.paper, limits.overlayContrast) { found.append(low) }
            for (other, former) in palette.overlays[..<position].enumerated() {
                guard let similarity = Self.similarity(of: former, and: colour) else { continue }
                found.append(
                    Finding(
                        kind: .paletteContrast,
                        message:
                            "overlay \(other + 1), \(former), and overlay \(position + 1), \(colour), \(similarity)",
                        remedy: "make one of them lighter or darker; neighbouring clauses use them in turn"))
            }
        }
        return found
    }

    /// Describes in which cases two overlay colours look alike; nil if they are always distinct, or if either is
    /// invalid.
    package static func similarity(of one: String, and other: String) -> String? {
        guard let a = linear(one), let b = linear(other) else { return nil }
        if distance(one, other) < overlayDistance { return "look the same" }
        let ways = ColourVision.allCases.filter { $0.difference(a, b) < $0.minimumDifference }.map(\.words)
        guard let last = ways.last else { return nil }
        let first = ways.dropLast().joined(separator: ", ")
        return "are hard to tell apart " + (first.isEmpty ? last : "\(first) and \(last)")
    }

    private func low(
        _ name: String, _ colour: String, _ otherName: String, _ other: String, _ limit: Double
    ) -> Finding? {
        guard let contrast = Self.contrast(colour, other), contrast < limit else { return nil }
        // Rounded down, so that a contrast just below the limit is not displayed as reaching it.
        let shown = (contrast * 100).rounded(.down) / 100
        return Finding(
            kind: .paletteContrast,
            message:
                "the \(name), \(colour), has a contrast of \(FaultText.number(shown)) with the \(otherName), \(other), "
                + "expected at least \(FaultText.number(limit))",
            remedy: "make one of them darker or lighter")
    }

    /// Returns the contrast ratio of two colours, 1 to 21; nil if either is not `#rrggbb`.
    ///
    /// Specification: <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>
    package static func contrast(_ one: String, _ other: String) -> Double? {
        guard let a = luminance(one), let b = luminance(other) else { return nil }
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    private static func luminance(_ colour: String) -> Double? {
        guard let linear = linear(colour) else { return nil }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Returns the channels in linear sRGB, 0 to 1.
    private static func linear(_ colour: String) -> [Double]? {
        channels(colour)?.map { value in
            value / 255 <= 0.04045 ? value / 255 / 12.92 : pow((value / 255 + 0.055) / 1.055, 2.4)
        }
    }

    private static func distance(_ one: String, _ other: String) -> Double {
        guard let a = channels(one), let b = channels(other) else { return .infinity }
        return zip(a, b).reduce(0) { $0 + abs($1.0 - $1.1) }
    }

    private static func channels(_ colour: String) -> [Double]? {
        guard Palette.isColour(colour), let value = UInt32(colour.dropFirst(), radix: 16) else { return nil }
        return [16, 8, 0].map { Double(value >> UInt32($0) & 0xFF) }
    }
}
