import DocumentFormats
import DocumentLibrary
package import DocumentModel
import Foundation
package import Viewer

extension InstitutionTheme {
    /// Reads the theme in a folder.
    ///
    /// - Parameter interface: The texts of the viewer, whose ids the theme may use.
    /// - Throws: `SourceFaults` with one line per fault: its file, key and value, and what was expected.
    package init(in folder: ThemeFolder, interface: InterfaceTexts) throws(SourceFaults) {
        var reader = ThemeReader(folder: folder)
        reader.read()
        reader.readTexts(interface)
        if !reader.faults.isEmpty { throw SourceFaults(reader.faults) }
        self = reader.theme
    }
}

/// Reads `theme.json` and the files that it names, and collects all faults.
struct ThemeReader {
    private static let keys = [
        "name", "shortName", "logo", "icon", "preview", "colours", "fonts", "footer", "back", "pictures",
        "robots",
    ]
    private static let drawings: [ThemeFileKind] = [.svg, .png, .webp, .jpeg]
    private static let fontLimit = 12

    let folder: ThemeFolder
    var theme = InstitutionTheme()
    var faults: [SourceFault] = []
    private var byteCount = 0

    init(folder: ThemeFolder) { self.folder = folder }

    mutating func fault(_ path: String, _ value: String, _ expected: String, file: String = ThemeFolder.mainFile) {
        faults.append(SourceFault(file: file, path: path, value: value, expected: expected))
    }

    /// Reads `theme.json`.
    mutating func read() {
        guard let root = json(ThemeFolder.mainFile) else { return }
        for (key, value) in object(root, at: "", keys: Self.keys) {
            switch key {
            case "name": theme.name = words(value, at: key, limit: 80)
            case "shortName": theme.shortName = string(value, at: key, limit: 24)
            case "logo":
                theme.logo = file(value, at: key, of: Self.drawings)
                theme.logoSize = theme.logo.flatMap { name in
                    Self.drawings.first { kind in kind.endings.contains { name.hasSuffix($0) } }?
                        .size(of: theme.files[name]?.bytes ?? [])
                }
            case "preview": theme.preview = file(value, at: key, of: [.png, .jpeg, .webp])
            case "icon": readIcons(value)
            case "colours": readColours(value)
            case "fonts": readFonts(value)
            case "footer":
                let names = InstitutionTheme.FooterLink.allCases.map(\.rawValue)
                for (name, value) in object(value, at: key, keys: names) {
                    guard let link = InstitutionTheme.FooterLink(rawValue: name) else { continue }
                    theme.footer[link] = address(value, at: "\(key).\(name)")
                }
            case "back": theme.back = address(value, at: key)
            case "robots": theme.robots = file(value, at: key, of: [.text])
            case "pictures":
                let names = InstitutionTheme.Picture.allCases.map(\.rawValue)
                for (name, value) in object(value, at: key, keys: names) {
                    guard let picture = InstitutionTheme.Picture(rawValue: name) else { continue }
                    theme.pictures[picture] = file(value, at: "\(key).\(name)", of: Self.drawings)
                }
            default: break
            }
        }
    }

    // MARK: Groups of keys

    private mutating func readIcons(_ value: JSONValue) {
        for (name, value) in object(value, at: "icon", keys: ["svg", "png", "maskable"]) {
            let path = "icon.\(name)"
            guard let file = file(value, at: path, of: [name == "svg" ? .svg : .png]) else { continue }
            if name == "svg" {
                theme.icons.append(InstitutionTheme.Icon(file: file, side: nil))
                continue
            }
            let size = ThemeFileKind.pngSize(theme.files[file]?.bytes ?? [])
            guard let size, size.width == size.height, (192...2048).contains(size.width) else {
                let shown = size.map { "of \($0.width) × \($0.height) pixels" } ?? "without a size"
                fault(path, "a picture \(shown)", "a square of 192 to 2048 pixels")
                continue
            }
            let icon = InstitutionTheme.Icon(file: file, side: size.width)
            if name == "maskable" { theme.maskableIcon = icon } else { theme.icons.append(icon) }
        }
    }

    private mutating func readColours(_ value: JSONValue) {
        let names = InstitutionTheme.Colour.allCases.map(\.rawValue)
        for (name, value) in object(value, at: "colours", keys: names + ["overlays"]) {
            if let colour = InstitutionTheme.Colour(rawValue: name) {
                theme.colours[colour] = self.colour(value, at: "colours.\(name)")
            } else if let elements = value.elements, (2...6).contains(elements.count) {
                var overlays: [String] = []
                for (index, element) in elements.enumerated() {
                    if let colour = self.colour(element, at: "colours.overlays[\(index)]") { overlays.append(colour) }
                }
                theme.overlays = overlays
            } else {
                fault("colours.overlays", value.summary, "an array of two to six colours such as \"#2f5f9e\"")
            }
        }
    }

    private mutating func colour(_ value: JSONValue, at path: String) -> String? {
        if case .string(let text) = value, Palette.isColour(text) { return text.lowercased() }
        fault(path, value.summary, "a colour such as \"#2f5f9e\"")
        return nil
    }

    private mutating func readFonts(_ value: JSONValue) {
        for (name, value) in object(value, at: "fonts", keys: ["text", "headings", "licence"]) {
            if name == "licence" {
                theme.fontLicence = file(value, at: "fonts.licence", of: [.text])
                continue
            }
            guard let elements = value.elements, (1...Self.fontLimit).contains(elements.count) else {
                fault("fonts.\(name)", value.summary, "an array of one to \(Self.fontLimit) objects with file")
                continue
            }
            var fonts: [InstitutionTheme.Font] = []
            for (index, element) in elements.enumerated() {
                if let font = font(element, at: "fonts.\(name)[\(index)]") { fonts.append(font) }
            }
            if name == "text" { theme.textFonts = fonts } else { theme.headingFonts = fonts }
        }
        if value.members?.contains(where: { $0.key == "licence" }) == false {
            fault("fonts", "an object without licence", "licence, a .txt or .md file with the fonts' licence")
        }
    }

    private mutating func font(_ value: JSONValue, at path: String) -> InstitutionTheme.Font? {
        var (name, weight, isItalic) = (nil as String?, "400", false)
        for (key, value) in object(value, at: path, keys: ["file", "weight", "style"]) {
            switch (key, value) {
            case ("file", _): name = file(value, at: "\(path).file", of: [.woff2])
            case ("weight", .number(let number)) where (1...1000).contains(number) && number == number.rounded():
                weight = String(Int(number))
            case ("weight", .string(let text)) where text.wholeMatch(of: /[1-9][0-9]{2} [1-9][0-9]{2}/) != nil:
                weight = text
            case ("weight", _): fault("\(path).weight", value.summary, "a number such as 700, or a range \"100 900\"")
            case ("style", .string("normal")): isItalic = false
            case ("style", .string("italic")): isItalic = true
            default: fault("\(path).style", value.summary, "\"normal\" or \"italic\"")
            }
        }
        if let name { return InstitutionTheme.Font(file: name, weight: weight, isItalic: isItalic) }
        if value.members?.contains(where: { $0.key == "file" }) == false {
            fault(path, value.summary, "an object with file, a .woff2 file of the folder")
        }
        return nil
    }

    // MARK: Values

    /// Returns the value of a JSON file. Records a fault and returns nil if it cannot be read.
    mutating func json(_ name: String) -> JSONValue? {
        do throws(SourceFault) {
            guard let bytes = try folder.read(name, byteLimit: ThemeFolder.jsonLimit) else {
                fault("", "is missing", "a file that `explore theme init` makes", file: name)
                return nil
            }
            do throws(JSONFault) {
                return try JSONParser.parse(Data(bytes))
            } catch {
                fault("line \(error.line), column \(error.column)", error.value, error.expected, file: name)
            }
        } catch {
            faults.append(error)
        }
        return nil
    }

    /// Returns the members of an object, except `$comment`. Records unknown and duplicate keys as faults.
    mutating func object(
        _ value: JSONValue, at path: String, keys: [String], file: String = ThemeFolder.mainFile
    ) -> [(key: String, value: JSONValue)] {
        guard let members = value.members else {
            fault(path.isEmpty ? "the file" : path, value.summary, "an object", file: file)
            return []
        }
        let known = Set(keys)
        var seen: Set<String> = []
        var found: [(key: String, value: JSONValue)] = []
        for member in members where member.key != "$comment" {
            let place = FaultText.plain(path.isEmpty ? member.key : "\(path).\(member.key)")
            if !seen.insert(member.key).inserted {
                fault(place, "given twice", "each key once", file: file)
            } else if known.contains(member.key) {
                found.append((member.key, member.value))
            } else {
                let near = NearestWord.of(member.key, among: keys).map { "\($0), or another known key" }
                fault(
                    place, "an unknown key", near ?? "one of \(keys.prefix(12).joined(separator: ", "))", file: file)
            }
        }
        return found
    }

    private mutating func string(_ value: JSONValue, at path: String, limit: Int) -> String? {
        guard case .string(let text) = value, Self.isLine(text), text.unicodeScalars.count <= limit else {
            fault(path, value.summary, "one line of text, at most \(limit) characters")
            return nil
        }
        return text
    }

    /// Whether a text has visible characters and no control characters.
    static func isLine(_ text: String) -> Bool {
        text.unicodeScalars.contains { !$0.properties.isWhitespace }
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private mutating func words(_ value: JSONValue, at path: String, limit: Int) -> LanguageMap? {
        if case .string = value { return string(value, at: path, limit: limit).map(LanguageMap.init(plain:)) }
        guard let members = value.members, !members.isEmpty else {
            fault(path, value.summary, "a text, or an object of texts by language such as { \"en\": \"…\" }")
            return nil
        }
        var byLanguage: [String: String] = [:]
        for member in members {
            guard LanguageTag.isValid(member.key) else {
                fault("\(path).\(FaultText.plain(member.key))", "not a language tag", "a tag such as en or pt-BR")
                continue
            }
            byLanguage[member.key] = string(member.value, at: "\(path).\(member.key)", limit: limit)
        }
        return LanguageMap(byLanguage)
    }

    /// Reads web addresses, or paths on this host.
    private mutating func address(_ value: JSONValue, at path: String) -> LanguageMap? {
        guard let map = words(value, at: path, limit: 2_000) else { return nil }
        for text in map.all where !Self.isAddress(text) {
            fault(
                path, FaultText.quoted(text),
                "an address such as https://museum.example/imprint, or a path such as /imprint"
            )
            return nil
        }
        return map
    }

    private static func isAddress(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }) else { return false }
        if text.hasPrefix("/") { return !text.hasPrefix("//") }
        guard let parts = URLComponents(string: text), parts.user == nil, parts.password == nil else { return false }
        return ["http", "https"].contains(parts.scheme?.lowercased() ?? "") && !(parts.host ?? "").isEmpty
    }

    /// Reads a file that a key names, and stores it in the theme.
    private mutating func file(_ value: JSONValue, at path: String, of kinds: [ThemeFileKind]) -> String? {
        let expected = "a \(kinds.flatMap(\.endings).joined(separator: ", ")) file of the theme's folder"
        guard case .string(let name) = value, Library.isThemePath(name),
            let kind = kinds.first(where: { kind in kind.endings.contains { name.hasSuffix($0) } })
        else {
            fault(path, value.summary, expected)
            return nil
        }
        if theme.files[name] != nil { return name }
        do throws(SourceFault) {
            guard let bytes = try folder.read(name, byteLimit: kind.byteLimit) else {
                fault(path, "\(FaultText.quoted(name)), which does not exist", expected)
                return nil
            }
            byteCount += bytes.count
            guard byteCount <= ThemeFolder.totalLimit else {
                fault(path, "files of \(byteCount) bytes", "at most \(ThemeFolder.totalLimit) in all files together")
                return nil
            }
            if let wrong = kind.fault(in: bytes) {
                fault(path, "\(FaultText.quoted(name)), \(wrong.value)", wrong.expected)
                return nil
            }
            theme.files[name] = InstitutionTheme.File(bytes: bytes, mediaType: kind.mediaType)
            return name
        } catch {
            faults.append(error)
            return nil
        }
    }
}
