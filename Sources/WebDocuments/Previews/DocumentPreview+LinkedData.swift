import DocumentFormats
import DocumentModel
import FileSupport
import Foundation
import TileEngine

/// The preview as linked data, in the vocabulary of <https://schema.org>.
extension DocumentPreview {
    /// The preview as JSON-LD for a `script` element.
    var linkedData: String {
        let work = clause == nil ? documentWork : clauseWork
        return JSON.object([("@context", .string("https://schema.org"))] + work).scriptText
    }

    private var clauseWork: JSON.Members {
        guard let clause else { return [] }
        let credit = clause.lang.flatMap { document.credits[$0] }
        return JSON.stated([
            ("@type", .string("CreativeWork")), ("@id", .string(address)), ("url", .string(address)),
            ("name", clauseTitle.map(JSON.string)), ("position", clause.number.map(JSON.string)),
            ("inLanguage", clause.lang.map(JSON.string)), ("abstract", description.map(JSON.string)),
            ("creditText", credit.map(JSON.string)), ("license", document.rights.map(JSON.string)),
            ("image", image), ("isPartOf", .object(documentCore)),
        ])
    }

    private var documentWork: JSON.Members {
        let media = JSON.object([
            ("@type", .string("MediaObject")), ("contentUrl", .string(manifest)),
            ("encodingFormat", .string(Self.manifestType)),
        ])
        return documentCore
            + JSON.stated([
                ("abstract", description.map(JSON.string)), ("creditText", text(document.attribution).map(JSON.string)),
                ("license", document.rights.map(JSON.string)), ("image", image), ("associatedMedia", media),
                ("dateModified", .string(UTCTime(document.addedAt).iso8601)), ("version", .int(document.version)),
                ("hasPart", clauses.isEmpty ? nil : .array(clauses.prefix(Self.mostParts).map(part))),
            ])
    }

    /// The maximum number of clauses that a page lists, so that its size is bounded.
    private static let mostParts = 500

    /// Returns a clause in brief. Its own page describes it in full.
    private func part(_ clause: ClauseResult) -> JSON {
        let address = "\(pageAddress)?clause=\(PercentEncoding.encode(clause.id))"
        return .object(stating: [
            ("@type", .string("CreativeWork")), ("@id", .string(address)), ("url", .string(address)),
            ("name", .string(clause.fullTitle)), ("position", clause.number.map(JSON.string)),
            ("inLanguage", clause.lang.map(JSON.string)),
        ])
    }

    /// The years in the format of schema.org: `1215`, `1215/1217`.
    private var temporalCoverage: String? {
        document.header.years.map { years in
            // https://schema.org/temporalCoverage expects ISO 8601, whose years have four digits.
            let texts = [years.first, years.last].map { year in
                let digits = String(year.magnitude)
                return (year < 0 ? "-" : "") + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
            }
            return years.first == years.last ? texts[0] : texts.joined(separator: "/")
        }
    }

    /// The innermost collections that contain the document; nil for a site without a known address.
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

    /// The metadata of a document that is also included for a clause's `isPartOf`.
    private var documentCore: JSON.Members {
        let url = pageAddress
        let archive = holder.map {
            JSON.object([("@type", .string("ArchiveOrganization")), ("name", .string($0))])
        }
        return JSON.stated([
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
}
