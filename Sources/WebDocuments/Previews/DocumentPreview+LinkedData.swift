import ClauseStore
import DocumentModel
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
            ])
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
            ("temporal", text(document.date).map(JSON.string)), ("identifier", document.shelfmark.map(JSON.string)),
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
