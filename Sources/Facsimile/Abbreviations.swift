/// Writes Latin words as a scribe did: with the spelling and abbreviations of a book hand of about 1215.
///
/// The result is a string of signs that ``Hand`` knows; a combining mark is drawn over the sign before it.
package enum Abbreviations {
    /// Returns the written form of a word.
    ///
    /// Words in the table are always shortened. For others `random` decides, because scribes were not consistent.
    /// - Complexity: O(length × rules).
    package static func written(_ word: String, random: inout SeededRandom) -> String {
        let spelt = spelling(of: word)
        guard let first = word.first else { return "" }
        if first.isUppercase {
            let tail = String(spelt.dropFirst())
            let body = shortened(names[spelt] ?? tail, random: &random)
            let capital = first == "J" ? "I" : String(first)
            return capital + body
        }
        if let known = common[spelt] { return known }
        return shortened(spelt, random: &random)
    }

    /// Returns the written forms of the words of a text.
    static func words(of text: String, random: inout SeededRandom) -> [String] {
        text.split(separator: " ").map { written(String($0), random: &random) }
    }

    /// Returns the medieval spelling: e for ae and oe, i for j, and u for v within a word.
    private static func spelling(of word: String) -> String {
        let lower = word.lowercased().replacing("ae", with: "e").replacing("oe", with: "e")
        var spelt = ""
        for (position, letter) in lower.enumerated() {
            switch letter {
            case "j": spelt.append("i")
            case "v" where position > 0: spelt.append("u")
            case "u" where position == 0: spelt.append("v")
            default: spelt.append(letter)
            }
        }
        return spelt
    }

    private static func shortened(_ word: String, random: inout SeededRandom) -> String {
        var rest = Substring(word)
        var written = ""
        scan: while !rest.isEmpty {
            for rule in rules where rest.hasPrefix(rule.letters) {
                let after = rest.dropFirst(rule.letters.count)
                guard rule.holds(before: written, after: after), random.fraction() < rule.likelihood else { continue }
                written += rule.signs
                rest = after
                continue scan
            }
            written += plain(rest.removeFirst(), before: written, isLast: rest.isEmpty)
        }
        return written
    }

    private static func plain(_ letter: Character, before written: String, isLast: Bool) -> String {
        switch letter {
        case "s": isLast ? "s" : "ſ"
        case "r": written.last.map { "obpꝑꝓđd".contains($0) } ?? false ? "ꝛ" : "r"
        default: String(letter)
        }
    }
}

/// A rule of abbreviation: the letters that signs replace, the position in the word where this is possible, and how
/// often the scribe does it.
private struct AbbreviationRule: Sendable {
    enum Place: Sendable { case start, end, anywhere, beforeConsonant }

    let letters: String
    let signs: String
    let place: Place
    let likelihood: Double

    init(_ letters: String, _ signs: String, _ place: Place, _ likelihood: Double) {
        (self.letters, self.signs, self.place, self.likelihood) = (letters, signs, place, likelihood)
    }

    func holds(before: String, after: Substring) -> Bool {
        switch place {
        case .start: before.isEmpty && !after.isEmpty
        case .end: !before.isEmpty && after.isEmpty
        case .anywhere: !before.isEmpty
        case .beforeConsonant: !before.isEmpty && after.first.map { !"aeiouyh".contains($0) } ?? false
        }
    }
}

extension Abbreviations {
    private static let rules: [AbbreviationRule] = [
        AbbreviationRule("orum", "oꝝ", .end, 0.95), AbbreviationRule("arum", "aꝝ", .end, 0.95),
        AbbreviationRule("ibus", "ibꝫ", .end, 0.95), AbbreviationRule("bus", "bꝫ", .end, 0.95),
        AbbreviationRule("que", "qꝫ", .end, 0.9), AbbreviationRule("us", "ꝰ", .end, 0.9),
        AbbreviationRule("atur", "at\u{1DD1}", .end, 0.8), AbbreviationRule("tur", "t\u{1DD1}", .end, 0.8),
        AbbreviationRule("um", "u\u{304}", .end, 0.75), AbbreviationRule("am", "a\u{304}", .end, 0.8),
        AbbreviationRule("em", "e\u{304}", .end, 0.8), AbbreviationRule("con", "ꝯ", .start, 0.95),
        AbbreviationRule("com", "ꝯ", .start, 0.8), AbbreviationRule("per", "ꝑ", .start, 0.97),
        AbbreviationRule("par", "ꝑ", .start, 0.9), AbbreviationRule("pro", "ꝓ", .start, 0.97),
        AbbreviationRule("pre", "p\u{304}", .start, 0.95), AbbreviationRule("hab", "ħ", .start, 0.8),
        AbbreviationRule("pri", "p\u{365}", .start, 0.6), AbbreviationRule("qui", "q\u{365}", .anywhere, 0.6),
        AbbreviationRule("qui", "q\u{365}", .start, 0.6), AbbreviationRule("qua", "q\u{363}", .start, 0.7),
        AbbreviationRule("per", "ꝑ", .anywhere, 0.85), AbbreviationRule("ter", "t\u{35B}", .anywhere, 0.75),
        AbbreviationRule("uer", "u\u{35B}", .anywhere, 0.75), AbbreviationRule("ber", "b\u{35B}", .anywhere, 0.7),
        AbbreviationRule("ser", "ſ\u{35B}", .start, 0.8), AbbreviationRule("tra", "t\u{363}", .anywhere, 0.6),
        AbbreviationRule("gra", "g\u{363}", .anywhere, 0.6), AbbreviationRule("en", "e\u{304}", .beforeConsonant, 0.5),
        AbbreviationRule("an", "a\u{304}", .beforeConsonant, 0.4),
        AbbreviationRule("in", "i\u{304}", .beforeConsonant, 0.4),
        AbbreviationRule("on", "o\u{304}", .beforeConsonant, 0.5),
        AbbreviationRule("un", "u\u{304}", .beforeConsonant, 0.4),
        AbbreviationRule("em", "e\u{304}", .beforeConsonant, 0.4),
        AbbreviationRule("om", "o\u{304}", .beforeConsonant, 0.4),
    ]

    private static let names: [String: String] = [
        "anglie": "ngł", "hybernie": "yb\u{35B}n\u{304}", "dei": "ei", "deus": "s\u{304}", "deum": "m\u{304}",
        "iohannes": "ohe\u{304}s", "londoniarum": "ondon\u{304}", "nullus": "ullꝰ", "omnes": "m\u{304}s",
    ]

    private static let common: [String: String] = [
        "et": "⁊", "est": "e\u{304}", "non": "no\u{304}", "per": "ꝑ", "pro": "ꝓ", "quod": "qđ", "qui": "q\u{365}",
        "que": "q\u{304}", "quam": "q\u{363}m", "quas": "q\u{363}s", "quo": "q\u{366}", "vel": "uł",
        "sicut": "ſic\u{304}", "sine": "ſn\u{304}", "super": "ſuꝑ", "supra": "ſup\u{363}",
        "superius": "ſuꝑiꝰ", "omnibus": "om\u{304}ibꝫ", "omnes": "om\u{304}s", "omni": "om\u{304}i",
        "omnis": "om\u{304}is", "omnia": "om\u{304}ia", "noster": "nr\u{304}", "nostri": "nr\u{304}i",
        "nostra": "nr\u{304}a", "nostram": "nr\u{304}am", "nostre": "nr\u{304}e", "nostris": "nr\u{304}is",
        "nostro": "nr\u{304}o", "nostrum": "nr\u{304}m", "nostros": "nr\u{304}os", "nostras": "nr\u{304}as",
        "nostrorum": "noſtroꝝ", "deum": "dm\u{304}", "domini": "dn\u{304}i", "domino": "dn\u{304}o",
        "dominus": "dn\u{304}s", "dominis": "dn\u{304}is",
        "ecclesie": "eccłie", "ecclesia": "eccłia", "ecclesiam": "eccłia\u{304}", "gratia": "gr\u{304}a",
        "gratiam": "gr\u{304}am", "anime": "ai\u{304}e", "animarum": "ai\u{304}aꝝ", "terra": "t\u{35B}ra",
        "terram": "t\u{35B}ra\u{304}", "terre": "t\u{35B}re", "terris": "t\u{35B}ris", "terras": "t\u{35B}ras",
        "homines": "hoi\u{304}es", "hominum": "hoi\u{304}m", "hominibus": "hoi\u{304}ibꝫ", "homo": "ho\u{304}",
        "sunt": "ſt\u{304}", "esse": "ee\u{304}", "tamen": "tn\u{304}", "autem": "aut\u{304}",
        "aliquis": "aliq\u{365}s", "nobis": "nob\u{304}", "nisi": "n\u{365}", "secundum": "ſcđm",
        "contra": "cont\u{363}", "liber": "lib\u{35B}", "episcoporum": "ep\u{304}oꝝ",
        "archiepiscoporum": "archiep\u{304}oꝝ", "salutem": "ſalt\u{304}", "patris": "pr\u{304}is",
        "pater": "pr\u{304}", "matris": "mr\u{304}is", "dictum": "dc\u{304}m", "predictum": "p\u{304}dc\u{304}m",
        "servitio": "ſ\u{35B}uic\u{304}o", "servitium": "ſ\u{35B}uic\u{304}m", "quibus": "q\u{365}bꝫ",
        "antiquas": "anti\u{304}qas", "propter": "ꝓpt\u{35B}", "carta": "carta", "tempore": "tꝑe",
    ]
}
