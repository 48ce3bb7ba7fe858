/// The book hand of the sheet: the strokes and the width of each letter and each sign of abbreviation.
///
/// The hand is a table of pen strokes rather than a font, so widths are computed identically on every machine, and no
/// two letters on the sheet need to be alike.
enum Hand {
    /// Returns a letter or sign on the line, or nil for a combining mark.
    static func sign(_ scalar: Unicode.Scalar) -> PenSign? { minuscules[scalar] ?? capitals[scalar] }

    /// Returns a combining mark, drawn around x = 0 over the sign before it, or nil for any other sign.
    static func mark(_ scalar: Unicode.Scalar) -> PenSign? { marks[scalar] }

    /// The hair-thin strokes over a double i, which distinguish it from u. They are drawn around the second i.
    static let tick = PenSign(0, "M-2.6 11.6 L-1 13.4", "M.4 11.7 L2.2 13.6")

    /// Returns the width of a written word, in hand units.
    ///
    /// - Complexity: O(signs).
    static func width(_ written: String) -> Double {
        written.unicodeScalars.reduce(0) { $0 + (sign($1)?.advance ?? 0) }
    }

    /// Returns the width of written words with spaces between them, in hand units.
    static func width(_ words: [String], space: Double = wordSpace) -> Double {
        words.map { width($0) }.reduce(0, +) + Double(max(0, words.count - 1)) * space
    }

    /// The space between two words, in hand units.
    static let wordSpace = 4.6

    private static let fork = "M1.2 17.4 L2.9 19.7"
    private static let ascender = "M0 18.4 L1.2 19.5"

    private static let minuscules: [Unicode.Scalar: PenSign] = [
        "a": PenSign(
            6.9, "M1.1 8 Q2.4 9.8 4 9.3 Q5 8.7 5 7 L5 1.5 Q5.1 .3 6 .5 L6.8 1.2",
            "M5 5.7 Q1 5.4 .9 2.6 Q1 .4 2.5 .5 Q4 .9 5 2.6"),
        "b": PenSign(7.1, ascender + " L1.2 1.8 Q1.6 .4 3.4 .4 Q6 .7 6 5 Q6 8.9 4.2 9.3 Q2.6 9 1.2 7", fork),
        "c": PenSign(5.7, "M5.5 7.9 Q5 9.4 3.4 9.3 Q.9 8.6 .9 4.8 Q1 .9 3.4 .5 Q4.7 .6 5.8 1.9"),
        "d": PenSign(
            7, "M3.7 9.2 Q.9 8.4 .9 4.6 Q1 .7 3.4 .5", "M-1.9 16.2 Q.4 15.6 2.4 12.8 Q6 8.8 6 4.8 Q6 .9 3.4 .5"),
        "e": PenSign(5.9, "M1.2 4.5 L5.4 6.6 Q5.7 8.9 3.8 9.3 Q.9 8.6 .9 4.8 Q1 .9 3.5 .5 Q4.8 .6 5.8 2"),
        "f": PenSign(4.6, "M1.5 .3 L1.5 15 Q1.7 18.8 4.1 19.3 Q5.2 19.1 5.7 18", "M-.4 9 L4.4 9.2", "M.7 -.1 L2.3 .8"),
        "g": PenSign(
            6.7, "M3.4 9.3 Q.9 8.6 .9 5.6 Q1 2.3 3 2 Q4.4 2.2 5.5 3.8",
            "M3.4 9.3 L5.5 8.8 L5.5 1 Q5.5 -3.4 3 -4.6 Q.6 -5 -.2 -3.4 Q0 -1.6 2.4 -.6", "M5.5 9 L7 9.5"),
        "h": PenSign(
            7.2, ascender + " L1.2 .3 L2 .9", fork,
            "M1.2 7 Q3 9.2 4.4 9.3 Q6.2 9 6.1 6 Q6.2 2.4 5.2 .4 Q4.6 -1.2 3.1 -2.2"),
        "i": PenSign(3.7, "M0 8.2 L1.2 9.3 L1.2 1.4 Q1.3 .2 2.1 .4 L3 1.2"),
        "k": PenSign(
            6.5, ascender + " L1.2 .3 L2 .9", fork, "M1.2 5 Q3 9 4.8 9 Q5.6 8 4.4 6.6 L2.6 5.2 L5 1.4 Q5.6 .3 6.7 1.1"),
        "l": PenSign(3.7, ascender + " L1.2 1.4 Q1.4 .2 2.2 .4 L3.1 1.2", fork),
        "m": PenSign(
            12.4, "M0 8.2 L1.2 9.3 L1.2 .3 L2 .9", "M1.2 7 Q2.6 9 4 9.4 Q5.5 9.3 5.5 7.6 L5.5 .3 L6.3 .9",
            "M5.5 7 Q6.9 9 8.3 9.4 Q9.8 9.3 9.8 7.6 L9.8 1.4 Q9.9 .2 10.7 .4 L11.6 1.2"),
        "n": PenSign(
            8.1, "M0 8.2 L1.2 9.3 L1.2 .3 L2 .9",
            "M1.2 7 Q2.6 9 4 9.4 Q5.5 9.3 5.5 7.6 L5.5 1.4 Q5.6 .2 6.4 .4 L7.3 1.2"),
        "o": PenSign(6.8, "M3.5 9.3 Q.9 8.6 .9 4.8 Q1 1 3.5 .5", "M3.5 9.3 Q6 8.7 6 4.9 Q6 1.1 3.5 .5"),
        "p": PenSign(7.1, pStem, pBowl, pFoot),
        "q": PenSign(
            7.1, "M5.7 8.6 Q4.6 9.4 3.4 9.3 Q.9 8.6 .9 4.8 Q1 .9 3.2 .5 Q4.7 1 5.8 2.8",
            "M5 8.7 L5.8 9.3 L5.8 -6 L6.7 -5.2"),
        "r": PenSign(4.8, "M0 8.2 L1.2 9.3 L1.2 1.4 Q1.3 .2 2.3 .7", "M1.2 7.2 Q2.4 8.8 3.4 9.5 L4.8 8.4"),
        "s": PenSign(
            5.4, "M4.6 8 Q3.8 9.5 2.4 9.3 Q.8 8.7 1 7.2 Q1.4 5.9 3 5.1 Q4.9 4.1 4.7 2.3 Q4.2 .4 2.4 .5 Q1 .7 .2 1.9"),
        "t": PenSign(4.7, "M1.4 10.8 L1.5 1.9 Q1.6 .4 3 .5 L4.6 1.6", "M-.3 9 L4.4 9.2"),
        "u": PenSign(
            8, "M0 8.2 L1.2 9.3 L1.2 2 Q1.3 .4 2.6 .5 Q4 .9 5.5 2.8",
            "M4.3 8.2 L5.5 9.3 L5.5 1.4 Q5.6 .2 6.4 .4 L7.3 1.2"),
        "v": PenSign(6.6, "M-.8 12 Q.9 12.6 1.3 9 Q1.6 5 3.5 .7", "M3.5 .7 Q6.5 4 5.9 7.6 Q5.5 9.2 4.1 9.4"),
        "w": PenSign(
            10.4, "M-.8 12 Q.9 12.5 1.3 8 L1.7 2.2 Q2.5 .5 3.8 1.1 L5.3 3",
            "M4 11.4 Q5.3 11.8 5.5 8 L5.9 2.2 Q7.6 .3 9.1 3 Q10.3 7.6 9 9.2 L7.8 9.5"),
        "x": PenSign(6.2, "M.2 8.4 Q1.5 9.8 2.4 7.8 L4.2 2 Q4.8 .3 6.2 1.3", "M5.6 9.3 L.4 .4 Q-.6 -1.6 -1.8 -2"),
        "y": PenSign(
            6.6, "M.2 8.4 L1.4 9.3 L1.6 4 Q1.8 1.6 3 1.6 L5.2 4", "M4.4 8.6 L5.6 9.3 Q5.6 3 3.8 -.6 Q2.2 -3.8 0 -4.4",
            "M2.8 12.6 L3.3 12.1"),
        "z": PenSign(5.4, "M.2 8.4 L4.6 9.1 L.5 .9 L5 .7"),
        "ſ": PenSign(4, "M1.5 .3 L1.5 15 Q1.7 18.8 4.1 19.3 Q5.2 19.1 5.8 17.9", "M.3 8.3 L1.4 9.3", "M.7 -.1 L2.3 .8"),
        "ꝛ": PenSign(4.5, "M.4 8.2 Q1.6 9.6 2.9 9.2 Q4.2 8.2 3.1 6 L.7 .9 L1.8 .7 L4.4 1.3"),
        "ꝑ": PenSign(7.1, pStem, pBowl, pFoot, "M-1.6 -3.7 Q1 -3.2 4.4 -2.9"),
        "ꝓ": PenSign(7.4, pStem, pBowl, pFoot, "M1.2 -.2 Q-1.8 -.6 -1.9 -3 Q-1.4 -4.9 .2 -4.5 Q1.4 -3.9 3.6 -3.1"),
        "ꝰ": PenSign(3.6, "M2.9 10.9 Q.7 10.5 .5 12.3 Q.8 14 2.1 13.8 Q3.7 13.2 3.3 11 Q2.9 8.6 1 6.8"),
        "ꝯ": PenSign(5.9, "M4.6 5.6 Q1.3 4.9 1 7 Q1.2 9.3 3 9.3 Q5.2 8.7 5 5.6 Q4.7 1 1.2 -2.2"),
        "ꝫ": PenSign(4.4, "M.4 8 L3.5 8.8 L1.2 5.7 Q3.7 5.3 3.7 2.7 Q3.3 -.8 .1 -2.6"),
        "ꝝ": PenSign(5.8, "M.4 8.2 Q1.6 9.6 2.9 9.2 Q4.2 8.2 3.1 6 L.7 .9 L1.8 .7 L4.6 1.4", "M5.8 4.8 L2 -3.6"),
        "⁊": PenSign(6, "M-.4 8.4 Q.8 9.8 2.3 9.2 L4.9 9.1 Q4.9 5 2.2 -3.2"),
        "đ": PenSign(
            7, "M3.7 9.2 Q.9 8.4 .9 4.6 Q1 .7 3.4 .5", "M-1.9 16.2 Q.4 15.6 2.4 12.8 Q6 8.8 6 4.8 Q6 .9 3.4 .5",
            "M-.6 11.6 L2.4 13.9 Q3.6 14.9 5 14.9"),
        "ħ": PenSign(
            7.2, ascender + " L1.2 .3 L2 .9", fork,
            "M1.2 7 Q3 9.2 4.4 9.3 Q6.2 9 6.1 6 Q6.2 2.4 5.2 .4 Q4.6 -1.2 3.1 -2.2",
            "M-1.4 13.4 Q.4 15 2 13.9 L4.8 14.4"),
        "ł": PenSign(3.9, ascender + " L1.2 1.4 Q1.4 .2 2.2 .4 L3.1 1.2", fork, "M-1.2 12.2 Q.4 13.8 1.8 12.8 L4 13.5"),
        ".": PenSign(2.4, "M.3 1.2 L.9 .7"),
        ":": PenSign(2.8, "M.3 1.2 L.9 .7", "M.5 6.2 Q1.6 6.8 2.4 8.6"),
    ]

    private static let pStem = "M0 8.2 L1.2 9.3 L1.2 -6.2"
    private static let pBowl = "M1.2 7.4 Q2.8 9.4 4.2 9.3 Q6.1 8.8 6.1 4.9 Q6 1 3.9 .5 Q2.4 .6 1.2 1.7"
    private static let pFoot = "M.3 -6.8 L2.3 -5.6"

    private static let marks: [Unicode.Scalar: PenSign] = [
        "\u{304}": PenSign(0, "M-2.6 12.5 Q-1.2 14 .2 13.1 L3 13.6"),
        "\u{35B}": PenSign(0, "M-.8 11.6 Q1 12.4 .5 13.9 Q.1 15 1.5 16.2"),
        "\u{1DD1}": PenSign(0, "M-1.4 14.6 Q0 16.1 1 15 Q1 13.7 -1.2 12.1 L1.8 12.5"),
        "\u{363}": PenSign(0, "M-2.2 14.2 Q-2 12.2 -.6 12.2 L0 13.7 Q.5 12 1.6 12.4 L2 14.4"),
        "\u{365}": PenSign(0, "M-.6 13.8 L.2 14.6 L.2 12.2 L1 12.6"),
        "\u{366}": PenSign(0, "M0 14.5 Q-1.3 14 -1.2 12.9 Q-1 11.9 0 11.9", "M0 14.5 Q1.3 14.1 1.2 13 Q1 12 0 11.9"),
    ]
}
