import DocumentFormats
import DocumentModel

/// The members of source files that are unknown to this program.
struct UnknownMembers {
    /// The members by the location of their object; null if it has none.
    private(set) var byPlace: [String: JSONValue] = [:]

    /// Adds those of a file that consists of fields.
    mutating func read(_ file: SourceFile) throws {
        let content = try JSONParser.parse(file.bytes)
        switch file.name {
        case "tours.json": readTours(content, file.name)
        case "words.json": readWords(content, file.name)
        default:
            if let known = Self.known[file.name] {
                readObjects(content, file.name, knowing: known)
            } else {
                readTexts(content, file.name)
            }
        }
    }

    private mutating func readTours(_ content: JSONValue, _ file: String) {
        for tour in content.elements ?? [] {
            let place = "\(file): \(tour["id"]?.textValue ?? "")"
            keep(tour, knowing: ["id", "title", "summary", "steps"], place)
            for (position, step) in (tour["steps"]?.elements ?? []).enumerated() {
                keep(step, knowing: WorkingTours.knownOfSteps, "\(place), step \(position + 1)")
            }
        }
    }

    private mutating func readWords(_ content: JSONValue, _ file: String) {
        for clause in content.members ?? [] {
            for (position, word) in (clause.value.elements ?? []).enumerated() {
                keepIfUnknown(word, knowing: Self.knownOfWords, "\(file): \(clause.key), word \(position + 1)")
            }
        }
    }

    private mutating func readTexts(_ content: JSONValue, _ file: String) {
        for member in content.members ?? [] {
            keep(member.value, knowing: WorkingDocument.textKeys, "\(file): \(member.key)")
        }
    }

    /// Reads a file that is one object, or a list of objects with ids.
    private mutating func readObjects(_ content: JSONValue, _ file: String, knowing known: [String]) {
        if content.members != nil { keep(content, knowing: known, file) }
        for (position, page) in (content["pages"]?.elements ?? []).enumerated() {
            let place = "\(file): page \(position + 1)"
            keep(page, knowing: Self.knownOfPages + ["captures"], place)
            for (number, capture) in (page["captures"]?.elements ?? []).enumerated() {
                keep(capture, knowing: Self.knownOfCaptures, "\(place), capture \(number + 1)")
            }
        }
        for element in content.elements ?? [] {
            guard let id = element["id"]?.textValue else { continue }
            keep(element, knowing: known, "\(file): \(id)")
            for (position, region) in (element["regions"]?.elements ?? []).enumerated() {
                keepIfUnknown(region, knowing: Self.knownOfRegions, "\(file): \(id), region \(position + 1)")
            }
        }
    }

    /// Keeps the unknown members of an object if there are any. Most words and regions have none, and there are many.
    private mutating func keepIfUnknown(
        _ value: JSONValue, knowing known: [String], _ place: @autoclosure () -> String
    ) {
        if (value.members ?? []).allSatisfy({ known.contains($0.key) }) { return }
        keep(value, knowing: known, place())
    }

    private mutating func keep(_ value: JSONValue, knowing known: [String], _ place: String) {
        let members = (value.members ?? []).filter { !known.contains($0.key) }
        byPlace[place] = FieldValue.normal(.object(members), of: .document(.summary))
    }

    /// The members of each file of objects that fields represent.
    static let known = [
        "document.json": ["id", "pages"] + FieldPath.DocumentField.allCases.map(\.rawValue),
        "categories.json": ["id", "label", "icon", "style", "includedInAll"],
        "glossary.json": WorkingGlossary.known,
        "clauses.json": ["id", "number", "kind", "incipit", "categories", "regions"],
    ]

    private static let knownOfPages = [
        "label", "image", "imagePage", "width", "height", "pixelsPerMillimetre", "behavior",
    ]
    private static let knownOfCaptures = [
        "id", "label", "kind", "image", "imagePage", "rotation", "crop", "width", "height", "alignment",
    ]
    private static let knownOfRegions = ["page", "polygon", "holes"]
    private static let knownOfWords = ["text", "page", "box"]
}
