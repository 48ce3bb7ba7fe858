import DocumentModel
import Foundation

/// Reads METS: the physical structural map, the files that it refers to, and the description of the whole.
///
/// Source: https://www.loc.gov/standards/mets/, version 1, as written by libraries, Kitodo and OCR-D
struct METSReader {
    private static let namespace = "http://www.loc.gov/METS/"
    private static let fileLimit = 1_000_000
    /// The names of image groups, best first. Unknown groups rank after these, but before the reduced ones.
    private static let imageGroups = [
        "ORIGINAL", "MASTER", "ARCHIVE", "MAX", "OCR-D-IMG", "IMAGE", "DEFAULT", "PRESENTATION",
    ]
    private static let reducedGroups = ["MIN", "THUMB", "PREVIEW", "TEASER"]

    /// A file of the file section.
    private struct Entry {
        let group: String
        let mediaType: String
        let addresses: [String]
        /// The index among all files.
        let place: Int
    }

    private let root: XMLNode
    private let file: String
    private var entries: [String: Entry] = [:]
    private var notes = ImportNotes()

    /// - Throws: A fault if the file is not METS.
    init(_ root: XMLNode, file: String) throws(SourceFaults) {
        (self.root, self.file) = (root, file)
        guard root.namespace == Self.namespace else {
            throw root.fault(
                in: file, value: "the namespace \(FaultText.quoted(root.namespace))",
                expected: "that of METS, \(Self.namespace)")
        }
        for section in root.elements("fileSec") { try addFiles(in: section, group: "") }
    }

    private mutating func addFiles(in node: XMLNode, group: String) throws(SourceFaults) {
        for child in node.elements {
            if child.name == "fileGrp" { try addFiles(in: child, group: child["USE"] ?? child["ID"] ?? group) }
            guard child.name == "file" else { continue }
            if let id = child["ID"], entries[id] == nil {
                let addresses = child.elements("FLocat").compactMap(\.locations.first)
                guard entries.count < Self.fileLimit else {
                    throw child.fault(in: file, value: "more than \(Self.fileLimit) files", expected: "no more")
                }
                entries[id] = Entry(
                    group: (child["USE"] ?? group).uppercased(), mediaType: (child["MIMETYPE"] ?? "").lowercased(),
                    addresses: addresses, place: entries.count)
            }
            try addFiles(in: child, group: group)
        }
    }

    /// Returns the pages and the description.
    ///
    /// - Throws: A fault if the file has no pages or more than a document may have.
    mutating func list() throws(SourceFaults) -> METSList {
        let maps = root.elements("structMap")
        let physical = maps.first { $0["TYPE"]?.uppercased() == "PHYSICAL" }
        let found = ([physical].compactMap(\.self) + maps).map { Self.pages(in: $0, entries) }
        guard let nodes = found.first(where: { !$0.isEmpty }) else {
            throw root.fault(
                in: file, value: "without a page",
                expected: "a structMap whose divs point to images or text lines of the fileSec")
        }
        guard nodes.count <= METSList.pageLimit else {
            throw root.fault(in: file, value: "\(nodes.count) pages", expected: "at most \(METSList.pageLimit)")
        }
        let pages = nodes.map(page)
        if maps.contains(where: {
            $0["TYPE"]?.uppercased() == "LOGICAL" && $0.descendants("div").first?.first("div") != nil
        }) {
            notes.add("the logical structure is left out")
        }
        return METSList(pages: pages, description: ScanDescription(mets: root), notes: notes.lines(of: file))
    }

    /// Returns the divs that are pages: the innermost ones that refer to files.
    private static func pages(in node: XMLNode, _ entries: [String: Entry]) -> [XMLNode] {
        let divs = node.elements("div")
        let orders = divs.map { $0["ORDER"].flatMap(LineNumbers.number) }
        let sorted =
            orders.contains { $0 == nil }
            ? divs
            : zip(orders, divs.enumerated()).sorted { ($0.0 ?? 0, $0.1.offset) < ($1.0 ?? 0, $1.1.offset) }.map(
                \.1.element)
        return sorted.flatMap { div -> [XMLNode] in
            let within = pages(in: div, entries)
            if !within.isEmpty { return within }
            let points = files(of: div).contains { id in
                entries[id].map { isImage($0) || isLines($0) } ?? false
            }
            return points ? [div] : []
        }
    }

    private static func files(of div: XMLNode) -> [String] {
        div.elements("fptr").flatMap { pointer in
            [pointer["FILEID"]].compactMap(\.self) + pointer.descendants("area").compactMap { $0["FILEID"] }
        }
    }

    private func page(_ div: XMLNode) -> METSList.Page {
        var seen: Set<String> = []
        let found = Self.files(of: div).filter { seen.insert($0).inserted }.compactMap { entries[$0] }
        let images = found.filter(Self.isImage).sorted { Self.imageRank($0) < Self.imageRank($1) }
        let lines = found.filter(Self.isLines).sorted { Self.linesRank($0) < Self.linesRank($1) }
        let label = [div["LABEL"], div["ORDERLABEL"]].lazy.compactMap { $0?.singleSpaced }.first { label in
            label.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        }
        return METSList.Page(label: label, images: images.flatMap(Self.located), lines: lines.flatMap(Self.located))
    }

    private static func located(_ entry: Entry) -> [METSList.File] {
        entry.addresses.map { address in
            METSList.File(address: address, path: BesidePath.path(address.removingPercentEncoding ?? address))
        }
    }

    // MARK: Kinds of files

    private static func isImage(_ entry: Entry) -> Bool {
        if entry.mediaType.begins(with: "image/") { return true }
        let suffixes = ["jpg", "jpeg", "tif", "tiff", "png", "jp2", "webp"]
        return entry.mediaType.isEmpty && entry.addresses.contains { hasSuffix($0, suffixes) }
    }

    private static func isLines(_ entry: Entry) -> Bool {
        let types = ["text/xml", "application/xml", "application/alto+xml", "application/vnd.prima.page+xml"]
        if types.contains(entry.mediaType) { return true }
        return entry.mediaType.isEmpty && entry.addresses.contains { hasSuffix($0, ["xml"]) }
    }

    private static func hasSuffix(_ address: String, _ suffixes: [String]) -> Bool {
        let name = address.parts(at: ".").last?.lowercased() ?? ""
        return suffixes.contains(name)
    }

    private static func imageRank(_ entry: Entry) -> (Int, Int) {
        if reducedGroups.contains(where: entry.group.contains) { return (imageGroups.count + 1, entry.place) }
        let rank =
            imageGroups.firstIndex { $0 == entry.group } ?? imageGroups.firstIndex { entry.group.begins(with: $0) }
        return (rank ?? imageGroups.count, entry.place)
    }

    /// Ranks full texts first. Other files are ranked in reverse order, so that the last step of a workflow comes
    /// first.
    private static func linesRank(_ entry: Entry) -> (Int, Int) {
        let isFullText = entry.group.contains("FULLTEXT") || entry.group.contains("ALTO")
        return (isFullText ? 0 : 1, isFullText ? entry.place : -entry.place)
    }
}

extension ScanDescription {
    /// Reads the description of the whole, from MODS or Dublin Core.
    fileprivate init(mets root: XMLNode) {
        self.init(id: root["OBJID"].flatMap(IdentifierMaker.identifier))
        // The outermost part of the logical map identifies the description of the whole.
        let logical = root.elements("structMap").first { $0["TYPE"]?.uppercased() == "LOGICAL" }
        let described = logical.flatMap { Self.described($0) }
        let sections = root.elements("dmdSec")
        let section = sections.first { $0["ID"] == described } ?? sections.first
        let data = section?.first(["mdWrap", "xmlData"])
        if let mods = data?.descendants("mods").first {
            read(mods: mods)
        } else if let data {
            func value(_ name: String) -> String? {
                data.descendants(name).lazy.map { $0.text.singleSpaced }.first { !$0.isEmpty }
            }
            (title, date) = (value("title"), value("date"))
            rights = data.descendants("rights").map { $0.text.singleSpaced }.first(where: Self.isRights)
        }
        if title == nil { title = root["LABEL"].map(\.singleSpaced).flatMap { $0.isEmpty ? nil : $0 } }
        title = title.map { $0.opening(limit: SourceReader.titleLimit - 1) }
    }

    private mutating func read(mods: XMLNode) {
        func text(_ node: XMLNode?, _ path: String...) -> String? {
            let texts = node?.all(path).map { $0.text.singleSpaced } ?? []
            return texts.first { !$0.isEmpty }
        }
        let titleInfo = mods.elements("titleInfo").first { $0["type"] == nil } ?? mods.first("titleInfo")
        let parts = ["nonSort", "title"].compactMap { text(titleInfo, $0) }
        let subtitle = text(titleInfo, "subTitle").map { ": " + $0 } ?? ""
        if id == nil {
            let identifiers = mods.all(["recordInfo", "recordIdentifier"]) + mods.elements("identifier")
            id = identifiers.lazy.compactMap { IdentifierMaker.identifier($0.text.singleSpaced) }.first
        }
        title = parts.isEmpty ? nil : parts.joined(separator: " ") + subtitle
        date =
            text(mods, "originInfo", "dateIssued") ?? text(mods, "originInfo", "dateCreated")
            ?? text(mods, "originInfo", "dateCaptured")
        shelfmark =
            text(mods, "location", "shelfLocator")
            ?? text(mods, "location", "holdingSimple", "copyInformation", "shelfLocator")
        holder = text(mods, "location", "physicalLocation")
        let addresses = mods.elements("accessCondition").flatMap { condition in
            condition.locations + [condition.text.singleSpaced]
        }
        rights = addresses.first(where: Self.isRights)
    }

    /// Returns the id of the first description that a part refers to.
    private static func described(_ node: XMLNode) -> String? {
        for div in node.elements("div") {
            if let id = div["DMDID"]?.words.first.map(String.init) { return id }
            if let id = described(div) { return id }
        }
        return nil
    }
}

extension XMLNode {
    /// The addresses in `href` attributes, with or without the namespace of XLink.
    fileprivate var locations: [String] {
        attributes.filter { $0.key == "href" || $0.key.ends(with: "|href") }.map(\.value)
    }
}
