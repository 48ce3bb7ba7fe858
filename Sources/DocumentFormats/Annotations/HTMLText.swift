import DocumentModel

/// Converts the HTML in annotations to plain text.
///
/// Tags are removed, including the content of scripts and styles. Blocks and `br` become line breaks, an image becomes
/// its alternative text, and white space is collapsed. The result is for display; this does not make HTML safe.
enum HTMLText {
    private static let blocks: Set<String> = [
        "p", "div", "br", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "section",
        "article", "header", "footer", "pre", "hr", "dt", "dd", "dl",
    ]
    private static let unseen: Set<String> = ["script", "style", "head", "title", "template"]

    /// Whether a text that may be HTML or plain text is HTML.
    ///
    /// Source: https://iiif.io/api/presentation/3.0/#45-html-markup-in-property-values
    static func isMarkup(_ text: String) -> Bool { text.begins(with: "<") && text.ends(with: ">") }

    /// Returns the text, without white space at its ends. It works on Unicode scalars, because a bracket opens or
    /// closes a tag even if a combining mark follows it.
    ///
    /// - Complexity: O(*n*) in the length of the HTML.
    static func plain(_ html: String) -> String {
        var text = String.UnicodeScalarView()
        var rest = html.unicodeScalars[...]
        var unseenTag: String?
        // Once a search for the end of a tag fails, further searches are skipped. Otherwise text consisting of `<a`
        // repeated would take quadratic time.
        var hasEnds = true
        while !rest.isEmpty {
            guard let bracket = rest.firstIndex(of: "<") else {
                if unseenTag == nil { append(rest, to: &text) }
                break
            }
            if unseenTag == nil { append(rest[..<bracket], to: &text) }
            let after = rest[rest.index(after: bracket)...]
            // The content of a script is not HTML: only its end tag counts.
            if let tag = unseenTag, lowercased(after.prefix(tag.utf8.count + 1)) != "/\(tag)" {
                rest = after
                continue
            }
            if after.starts(with: "!--".unicodeScalars) {
                rest = after.firstRange(of: "-->".unicodeScalars).map { after[$0.upperBound...] } ?? after.suffix(0)
                continue
            }
            // A bracket that does not begin a tag is part of the text, as in "a < b".
            let opensTag = after.first.map { isLetter($0) || "/!?".unicodeScalars.contains($0) } ?? false
            let found = opensTag && hasEnds ? after.firstIndex(of: ">") : nil
            if opensTag, found == nil { hasEnds = false }
            guard let next = after.first, let end = found else {
                if unseenTag == nil { text.append("<") }
                rest = after
                continue
            }
            let tag = after[..<end]
            rest = after[after.index(after: end)...]
            let name = lowercased(tag.drop { $0 == "/" }.prefix { isLetter($0) || ("0"..."9").contains($0) })
            if unseenTag != nil {
                unseenTag = nil
                continue
            }
            if unseen.contains(name), next != "/", tag.last != "/" { unseenTag = name }
            if blocks.contains(name), !text.isEmpty, text.last != "\n" { text.append("\n") }
            if name == "img", let alternative = attribute("alt", of: tag) { append(alternative, to: &text) }
        }
        let lines = String(text).parts(at: "\n").map { $0.parts(at: " ").joined(separator: " ") }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Appends text between tags, with entities decoded and each run of white space replaced by one space.
    private static func append(_ piece: Substring.UnicodeScalarView, to text: inout String.UnicodeScalarView) {
        var rest = piece
        while let sign = rest.first {
            if sign == "&", let (character, length) = HTMLEntities.entity(rest) {
                text.append(contentsOf: character.unicodeScalars)
                rest = rest.dropFirst(length)
            } else if isSpace(sign) {
                text.append(" ")
                rest = rest.drop(while: isSpace)
            } else {
                text.append(sign)
                rest = rest.dropFirst()
            }
        }
    }

    /// Whether a scalar is white space that browsers collapse. Other spaces count as letters.
    ///
    /// Specification: https://infra.spec.whatwg.org/#ascii-whitespace
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\n", "\r", "\u{C}": true
        default: false
        }
    }

    /// Whether a tag's name may begin with a scalar: https://html.spec.whatwg.org/multipage/syntax.html#syntax-tag-name
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private static func lowercased(_ part: Substring.UnicodeScalarView) -> String { String(part).lowercased() }

    private static func attribute(_ name: String, of tag: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
        guard let place = tag.firstRange(of: " \(name)=".unicodeScalars) else { return nil }
        let value = tag[place.upperBound...]
        guard let quote = value.first, quote == "\"" || quote == "'" else { return value.prefix { !isSpace($0) } }
        return value.dropFirst().prefix { $0 != quote }
    }
}

/// The named characters of HTML 4, which editors of annotations write. Source: https://www.w3.org/TR/html401/sgml/entities.html
enum HTMLEntities {
    /// The names of U+00A0 to U+00FF, in order.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
        Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
        Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
        ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
        uuml yacute thorn yuml
        """

    /// The names of U+03B1 to U+03C9, in order. Those of the capitals begin with a capital.
    private static let greek = """
        alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau \
        upsilon phi chi psi omega
        """

    private static let named: [String: String] = {
        var named = [
            "quot": "\"", "amp": "&", "apos": "'", "lt": "<", "gt": ">", "OElig": "Œ", "oelig": "œ", "Scaron": "Š",
            "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜", "thetasym": "ϑ", "upsih": "ϒ",
            "piv": "ϖ", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}",
            "zwj": "\u{200D}", "lrm": "\u{200E}", "rlm": "\u{200F}", "ndash": "–", "mdash": "—", "lsquo": "‘",
            "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "dagger": "†", "Dagger": "‡",
            "bull": "•", "hellip": "…", "permil": "‰", "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›",
            "oline": "\u{203E}", "frasl": "\u{2044}", "euro": "€", "image": "ℑ", "weierp": "℘", "real": "ℜ",
            "trade": "™", "alefsym": "ℵ", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔",
            "crarr": "↵", "lArr": "⇐", "uArr": "⇑", "rArr": "⇒", "dArr": "⇓", "hArr": "⇔", "forall": "∀", "part": "∂",
            "exist": "∃", "empty": "∅", "nabla": "∇", "isin": "∈", "notin": "∉", "ni": "∋", "prod": "∏", "sum": "∑",
            "minus": "−", "lowast": "∗", "radic": "√", "prop": "∝", "infin": "∞", "ang": "∠", "and": "∧", "or": "∨",
            "cap": "∩", "cup": "∪", "int": "∫", "there4": "∴", "sim": "∼", "cong": "≅", "asymp": "≈", "ne": "≠",
            "equiv": "≡", "le": "≤", "ge": "≥", "sub": "⊂", "sup": "⊃", "nsub": "⊄", "sube": "⊆", "supe": "⊇",
            "oplus": "⊕", "otimes": "⊗", "perp": "⊥", "sdot": "⋅", "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊",
            "rfloor": "⌋", "loz": "◊", "spades": "♠", "clubs": "♣", "hearts": "♥", "diams": "♦", "lang": "⟨",
            "rang": "⟩",
        ]
        func add(_ name: String, _ value: UInt32) {
            named[name] = Unicode.Scalar(value).map { String(Character($0)) }
        }
        for (offset, name) in latin.split(separator: " ").enumerated() { add(String(name), 0xA0 + UInt32(offset)) }
        for (offset, name) in greek.split(separator: " ").enumerated() {
            add(String(name), 0x3B1 + UInt32(offset))
            // The final sigma has no capital.
            if name != "sigmaf" { add(name.prefix(1).uppercased() + name.dropFirst(), 0x391 + UInt32(offset)) }
        }
        return named
    }()

    /// Returns the text of the entity at the beginning of `text`, and the entity's length in Unicode scalars.
    static func entity(_ text: Substring.UnicodeScalarView) -> (text: String, length: Int)? {
        let body = text.dropFirst().prefix(10)
        guard let end = body.firstIndex(of: ";") else { return nil }
        let name = String(String.UnicodeScalarView(body[..<end]))
        let length = name.unicodeScalars.count + 2
        guard name.unicodeScalars.first == "#" else { return named[name].map { ($0, length) } }
        let isHexadecimal = name.hasPrefix("#x") || name.hasPrefix("#X")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard digits.first != "+", let value = UInt32(digits, radix: isHexadecimal ? 16 : 10), value > 0,
            let scalar = Unicode.Scalar(value)
        else { return nil }
        return (String(Character(scalar)), length)
    }

    /// Returns the text with all entities decoded and nothing else changed.
    static func decoded(_ text: Substring) -> String {
        var decoded = String.UnicodeScalarView()
        var rest = text.unicodeScalars
        while let ampersand = rest.firstIndex(of: "&") {
            decoded += rest[..<ampersand]
            rest = rest[ampersand...]
            let (character, length) = entity(rest) ?? ("&", 1)
            decoded += character.unicodeScalars
            rest = rest.dropFirst(length)
        }
        return String(decoded + rest)
    }
}
