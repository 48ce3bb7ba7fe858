import Foundation

/// A kind of colour vision, or of reproduction, in which some colours are hard to tell apart.
enum ColourVision: CaseIterable {
    case deuteranopia
    case protanopia
    /// A print, or a screen, without colours.
    case greyscale

    /// The wording used in findings.
    var words: String {
        switch self {
        case .deuteranopia: "with deuteranopia"
        case .protanopia: "with protanopia"
        case .greyscale: "in greyscale"
        }
    }

    /// The smallest difference at which two colours can be told apart at a glance as thin outlines, in units of CIE
    /// L\*a\*b\*. Between large adjacent areas, a difference of one unit is just noticeable.
    var minimumDifference: Double {
        switch self {
        case .deuteranopia, .protanopia: 15
        case .greyscale: 10
        }
    }

    /// Returns the perceived difference of two colours.
    ///
    /// - Parameters:
    ///   - one: A colour in linear sRGB, 0 to 1.
    ///   - other: Another colour in linear sRGB.
    /// - Returns: The distance in CIE L\*a\*b\* (CIE 15:2018, 8.2.1); in greyscale, the distance in L\* alone.
    func difference(_ one: [Double], _ other: [Double]) -> Double {
        let (a, b) = (Self.lab(seen(one)), Self.lab(seen(other)))
        if self == .greyscale { return abs(a[0] - b[0]) }
        return zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }

    /// Returns the colour as perceived, in linear sRGB.
    ///
    /// Source: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, “A Physiologically-based Model for Simulation of
    /// Color Vision Deficiency”, IEEE TVCG 15 (2009), for a severity of 1.
    private func seen(_ colour: [Double]) -> [Double] {
        let matrix: [[Double]]
        switch self {
        case .greyscale: return colour
        case .protanopia:
            matrix = [
                [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
            ]
        case .deuteranopia:
            matrix = [
                [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881],
            ]
        }
        return Self.product(matrix, colour).map { min(1, max(0, $0)) }
    }

    /// Converts a colour from linear sRGB to CIE L\*a\*b\*, under D65.
    private static func lab(_ colour: [Double]) -> [Double] {
        let xyz = product(
            [
                [0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047], [0.2126729, 0.7151522, 0.0721750],
                [0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883],
            ], colour)
        let root = xyz.map { $0 > 216.0 / 24389 ? cbrt($0) : (24389.0 / 27 * $0 + 16) / 116 }
        return [116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])]
    }

    private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
        matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }
}
