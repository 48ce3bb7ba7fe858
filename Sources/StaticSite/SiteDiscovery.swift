import DocumentFormats
import DocumentModel
import Foundation
import WebDocuments

/// Writes the files of a static site that describe its documents as a whole to crawlers and IIIF clients: `robots.txt`,
/// the sitemap and the collections. They all need absolute addresses.
struct SiteDiscovery {
    /// The documents, sorted by id.
    let documents: [DocumentInfo]
    /// The base of absolute addresses.
    let base: String
    /// The content that replaces the program's `robots.txt`; nil to keep that.
    let robots: [UInt8]?

    /// The only file of a site that users often have already, for other parts of the host.
    static let robotsName = "robots.txt"

    func write(to writer: SiteWriter) throws {
        try writer.putUnlessForeign(robots ?? Array(RobotsFile.site(base: base).utf8), at: Self.robotsName)
        try writeSitemap(to: writer)
        let within = Dictionary(grouping: collections) { CollectionPath.parent($0.id) ?? "" }
        var members: [String: [DocumentInfo]] = [:]
        for document in documents {
            let places = document.header.innermostCollections
            for place in places.isEmpty ? [""] : places { members[place, default: []].append(document) }
        }
        for collection in [nil] + collections.map(Optional.some) {
            let id = collection?.id ?? ""
            try write(collection, within: within[id] ?? [], members[id] ?? [], to: writer)
        }
    }

    private func writeSitemap(to writer: SiteWriter) throws {
        let sitemap = SitemapWriter(base: base, isOfFiles: true)
        let limit = SitemapWriter.documentLimit
        let listed = documents.map { ListedDocument(id: $0.id, languages: $0.languages, addedAt: $0.addedAt) }
        guard listed.count > limit else {
            var text = ""
            sitemap.write(listed, includesLibrary: true, to: &text)
            return try writer.put(Array(text.utf8), at: SitemapWriter.path(part: nil))
        }
        var times: [Date] = []
        for start in stride(from: 0, to: listed.count, by: limit) {
            let part = Array(listed[start..<min(start + limit, listed.count)])
            times.append(part.map(\.addedAt).max() ?? .distantPast)
            var text = ""
            sitemap.write(part, includesLibrary: start == 0, to: &text)
            try writer.put(Array(text.utf8), at: SitemapWriter.path(part: times.count))
        }
        var text = ""
        sitemap.write(index: times, to: &text)
        try writer.put(Array(text.utf8), at: SitemapWriter.path(part: nil))
    }

    /// All collections that contain documents, with each collection after its parent.
    private var collections: [CollectionReference] {
        var labels: [String: LanguageMap] = [:]
        var ids: Set<String> = []
        for place in documents.flatMap(\.collections) {
            ids.formUnion(CollectionPath.chain(place.id))
            if labels[place.id] == nil { labels[place.id] = place.label }
        }
        return ids.sorted().map { CollectionReference(id: $0, label: labels[$0]) }
    }

    private func write(
        _ collection: CollectionReference?, within: [CollectionReference], _ own: [DocumentInfo], to writer: SiteWriter
    ) throws {
        let collections = CollectionWriter(
            collection, within: within, total: own.count, base: base, isOfFiles: true
        ) { Array(own[$0]) }
        let parts = collections.partCount > 1 ? Array(1...collections.partCount) : []
        for part in [nil] + parts.map(Optional.some) {
            var text = ""
            guard try collections.write(part: part, to: &text) else { continue }
            let path = PresentationAddresses.collectionPath(collection?.id, part: part)
            try writer.put(Array(text.utf8), at: String(path.dropFirst()))
        }
    }
}
