import ClauseStore
import DocumentFormats
import DocumentModel
import FileSupport
import Foundation
import TileEngine

/// The preview as linked data, in the vocabulary of <https://schema.org>.
extension DocumentPreview {
    /// JSON-LD as it may stand in a `script` element: without a `<`, which alone could end it.
    var linkedData: String {
        let work = clause == nil ? documentWork : clauseWork
        let json = JSON.object([("@context", .string("https://schema.org"))] + work)
        // Byte by byte: behind U+0600, or with a mark upon it, `<` is part of another character to Swift, not to a browser.
        var bytes: [UInt8] = []
        for byte in json.bytes() {
            if byte == UInt8(ascii: "<") { bytes += "\\u003c".utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private typealias Members = [(key: String, value: JSON)]

    private var clauseWork: Members {
        guard let clause else { return [] }
        let credit = clause.lang.flatMap { document.credits[$0] }
        return Self.members([
            ("@type", .string("CreativeWork")), ("@id", .string(address)), ("url", .string(address)),
            ("name", clauseTitle.map(JSON.string)), ("position", clause.number.map(JSON.string)),
            ("inLanguage", clause.lang.map(JSON.string)), ("abstract", description.map(JSON.string)),
            ("creditText", credit.map(JSON.string)), ("license", document.rights.map(JSON.string)),
            ("image", image), ("isPartOf", .object(documentCore)),
        ])
    }

    private var documentWork: Members {
        let media = JSON.object([
            ("@type", .string("MediaObject")), ("contentUrl", .string(manifest)),
            ("encodingFormat", .string(Self.manifestType)),
        ])
        return documentCore
            + Self.members([
                ("abstract", description.map(JSON.string)), ("creditText", text(document.attribution).map(JSON.string)),
                ("license", document.rights.map(JSON.string)), ("image", image), ("associatedMedia", media),
                ("dateModified", .string(Self.time(document.addedAt))), ("version", .int(document.version)),
                ("hasPart", clauses.isEmpty ? nil : .array(clauses.prefix(Self.mostParts).map(part))),
            ])
    }

    /// The most clauses that a page lists, so that it stays short whatever the document has.
    private static let mostParts = 500

    /// A clause, as its own page describes it further.
    private func part(_ clause: ClauseResult) -> JSON {
        let name = [clause.number, clause.title ?? clause.incipit].compactMap { $0 }.joined(separator: ". ")
        let address = "\(pageAddress)?clause=\(PercentEncoding.encode(clause.id))"
        return .object(
            Self.members([
                ("@type", .string("CreativeWork")), ("@id", .string(address)), ("url", .string(address)),
                ("name", .string(name.isEmpty ? clause.id : name)), ("position", clause.number.map(JSON.string)),
                ("inLanguage", clause.lang.map(JSON.string)),
            ]))
    }

    private static func time(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        return UTCTime(second: seconds.magnitude < 1e11 ? Int64(seconds) : 0).iso8601
    }

    /// Years as schema.org has them: `1215`, `1215/1217`.
    private var temporalCoverage: String? {
        document.header.years.map { years in
            // https://schema.org/temporalCoverage takes ISO 8601, whose years have four digits.
            let texts = [years.first, years.last].map { year in
                let digits = String(year.magnitude)
                return (year < 0 ? "-" : "") + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
            }
            return years.first == years.last ? texts[0] : texts.joined(separator: "/")
        }
    }

    /// The collections of the library that the document itself is in; a site without an address has none to tell.
    private var collections: JSON? {
        let innermost = document.header.innermostCollections
        let places = document.collections.filter { innermost.contains($0.id) }
        if places.isEmpty || place == .unknown { return nil }
        return .array(
            places.map { collection in
                let name = text(collection.label) ?? CollectionPath.name(collection.id)
                let address = PresentationAddresses.collection(base: base, path: collection.id)
                return .object([
                    ("@type", .string("Collection")), ("@id", .string(address)), ("name", .string(name)),
                ])
            })
    }

    /// What is said of the document where it is what a clause belongs to, too.
    private var documentCore: Members {
        let url = pageAddress
        let archive = holder.map {
            JSON.object([("@type", .string("ArchiveOrganization")), ("name", .string($0))])
        }
        return Self.members([
            ("@type", .string(archive == nil ? "CreativeWork" : "ArchiveComponent")), ("@id", .string(url)),
            ("url", .string(url)), ("name", .string(documentTitle)), ("inLanguage", .string(document.language)),
            ("temporal", text(document.date).map(JSON.string)),
            ("temporalCoverage", temporalCoverage.map(JSON.string)), ("isPartOf", collections),
            ("identifier", document.shelfmark.map(JSON.string)),
            ("holdingArchive", archive),
        ])
    }

    private var image: JSON? {
        picture.map {
            .object([
                ("@type", .string("ImageObject")), ("contentUrl", .string($0.address)),
                ("width", .int($0.size.width)), ("height", .int($0.size.height)),
            ])
        }
    }

    private static func members(_ members: [(key: String, value: JSON?)]) -> Members {
        members.compactMap { member in member.value.map { (member.key, $0) } }
    }
}
