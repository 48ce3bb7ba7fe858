public import DocumentModel
public import Foundation
import ImageGeometry

/// Writes a document as GeoJSON in image pixels. Each clause becomes one feature per run of regions on the same page.
///
/// Coordinates are those of the source folder, with y downwards, and rings keep their direction. The document's
/// description and categories are foreign members of the collection (RFC 7946, section 6.1), so that everything except
/// ``losses`` can be read back. Source: https://www.rfc-editor.org/rfc/rfc7946
public struct GeoJSONWriter: Sendable {
    private let document: SourceDocument
    private let description: JSONValue
    private let categories: JSONValue?
    /// The members of each clause, including unknown ones.
    private let members: [String: [JSONValue.Member]]
    /// The texts as written in their files, by language.
    private let texts: [(language: String, texts: [String: JSONValue])]

    /// - Throws: Faults of the document's files if they are not valid JSON.
    public init(_ document: SourceDocument) throws(SourceFaults) {
        self.document = document
        description = try JSONParser.parse("document.json", in: document.files) ?? .object([])
        categories = try JSONParser.parse("categories.json", in: document.files)
        let clauses = try JSONParser.parse("clauses.json", in: document.files)?.elements ?? []
        members = Dictionary(
            clauses.compactMap { clause -> (String, [JSONValue.Member])? in
                guard case .object(let members) = clause, case .string(let id)? = clause["id"] else { return nil }
                return (id, members.filter { $0.key != "id" && $0.key != "regions" })
            }, uniquingKeysWith: { first, _ in first })
        var texts: [(String, [String: JSONValue])] = []
        for language in document.texts.keys.sorted() {
            guard case .object(let found)? = try JSONParser.parse("texts/\(language).json", in: document.files) else {
                continue
            }
            texts.append((language, Dictionary(found.map { ($0.key, $0.value) }) { first, _ in first }))
        }
        self.texts = texts
    }

    /// Returns the collection, with one feature per line.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    public func collection() -> Data {
        var text = "{\"type\":\"FeatureCollection\",\n\"document\":\(sized(description).compactText),\n"
        if let categories { text += "\"categories\":\(categories.compactText),\n" }
        text += "\"features\":["
        var isFirst = true
        for clause in document.clauses {
            for (part, regions) in Self.runs(of: clause).enumerated() {
                text += isFirst ? "\n" : ",\n"
                text += feature(clause, part: part, regions).compactText
                isFirst = false
            }
        }
        return Data((text + "\n]}\n").utf8)
    }

    /// The content that GeoJSON cannot hold, one line each.
    public var losses: [String] {
        var losses: [String] = []
        if document.pages.contains(where: { $0.image != nil }) { losses.append("the images' files") }
        losses += ExportLosses.parts(document) + ExportLosses.captures(document)
        losses += ExportLosses.tours(document) + ExportLosses.links(document, holdsPhrases: true)
        losses += ExportLosses.glossary(document) + ExportLosses.recordings(document)
        let icons = document.files.map(\.name).filter { $0.hasSuffix(".svg") }
        if !icons.isEmpty { losses.append("the local icons \(icons.joined(separator: ", "))") }
        return losses
    }

    /// Adds the size of every page to the description, because it may be known only from the page's image.
    private func sized(_ description: JSONValue) -> JSONValue {
        guard case .object(let members) = description else { return description }
        return .object(
            members.map { member in
                guard member.key == "pages", let pages = member.value.elements else { return member }
                let sized = pages.enumerated().map { position, page -> JSONValue in
                    guard case .object(let members) = page, document.pages.indices.contains(position) else {
                        return page
                    }
                    let size = document.pages[position]
                    return JSONValue.object(members.filter { $0.key != "width" && $0.key != "height" })
                        .adding(["width": .integer(size.width), "height": .integer(size.height)])
                }
                return JSONValue.Member(key: "pages", value: .array(sized))
            })
    }

    /// Splits the regions of a clause into runs on the same page.
    private static func runs(of clause: Clause) -> [[Region]] {
        var runs: [[Region]] = []
        for region in clause.regions {
            if runs.last?.last?.page == region.page {
                runs[runs.count - 1].append(region)
            } else {
                runs.append([region])
            }
        }
        return runs
    }

    private func feature(_ clause: Clause, part: Int, _ regions: [Region]) -> JSONValue {
        let polygons = regions.map { region in JSONValue.array(region.polygon.rings.map(Self.ring)) }
        let geometry: JSONValue = [
            "type": .string(polygons.count == 1 ? "Polygon" : "MultiPolygon"),
            "coordinates": polygons.count == 1 ? polygons[0] : .array(polygons),
        ]
        var properties: JSONValue = ["clause": .string(clause.id), "page": .integer(regions.first?.page ?? 1)]
        if part == 0 {
            let held = (members[clause.id] ?? []).filter { !GeoJSONFiles.reserved.contains($0.key) }
            let found = JSONValue.members(texts.map { language, texts in (language, texts[clause.id]) })
            properties = properties.adding(.object(held)).adding(["texts": found == .object([]) ? nil : found])
        }
        return [
            "type": "Feature", "id": .string(part == 0 ? clause.id : "\(clause.id)#\(part + 1)"),
            "properties": properties, "geometry": geometry,
        ]
    }

    /// Returns a ring with its first point repeated at the end.
    private static func ring(_ points: [Point]) -> JSONValue {
        .array((points + points.prefix(1)).map { .pair($0.x, $0.y) })
    }
}
