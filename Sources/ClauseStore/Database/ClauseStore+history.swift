import DocumentFormats
public import DocumentModel
public import Foundation
import GRDB

/// A stored version of a document.
public struct VersionInfo: Hashable, Sendable {
    /// The version's number, from 1.
    public let number: Int
    /// The time at which it was added.
    public let addedAt: Date
    /// Its origin, as stated by the administrator.
    public let source: String
    /// Whether it is the served version.
    public let isServed: Bool
    /// The changes from the preceding version; nil for the first version, and if this program finds faults in either
    /// version that were accepted earlier.
    public let changes: DocumentChanges?

    /// How it came about: `edited by Ada`, `from psalter/`.
    public var origin: String { VersionOrigin.phrase(source: source) }
}

extension ClauseStore {
    /// Returns the versions of a document, the newest first, each with its changes.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n*) in the size of all versions' source files.
    public func versions(of document: String) throws(ClauseStoreError) -> [VersionInfo] {
        try read { database in
            let served = try DocumentReader(database).key(of: document).version
            let sql = """
                SELECT key, number, addedAt, source FROM version
                WHERE document = ? ORDER BY number
                """
            var former: KeptVersion?
            var versions: [VersionInfo] = []
            for row in try Row.fetchAll(database, sql: sql, arguments: [document]) {
                let version = try KeptVersion(database, key: row["key"])
                versions.append(
                    VersionInfo(
                        number: row["number"], addedAt: Date(timeIntervalSince1970: row["addedAt"]),
                        source: row["source"], isServed: row["key"] == served,
                        changes: former.flatMap { try? DocumentChanges(from: $0, to: version) }))
                former = version
            }
            return versions.reversed()
        }
    }

    /// Returns the images of a version.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noVersion(_:document:count:)``.
    public func images(of document: String, version number: Int) throws(ClauseStoreError) -> [StoredImage] {
        try read { database in
            let version = try Self.revision(of: document, version: number, database)
            return try KeptVersion(database, key: version).images.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Returns the sorted names of all files that versions of documents or uploads refer to. Pyramids that are still
    /// being cut are not included.
    public func fileNames() throws(ClauseStoreError) -> (originals: [String], pyramids: [String]) {
        try read { database in
            (
                try String.fetchAll(
                    database,
                    sql: """
                        SELECT fileName FROM image UNION SELECT fileName FROM scan
                        UNION SELECT fileName FROM recording UNION SELECT fileName FROM uploadedRecording ORDER BY 1
                        """),
                try String.fetchAll(
                    database,
                    sql:
                        "SELECT pyramid FROM image UNION SELECT pyramid FROM scanImage WHERE state = 'ready' ORDER BY 1"
                )
            )
        }
    }

    /// Returns the sorted names of the image and recording files that the served versions refer to.
    public func servedFileNames() throws(ClauseStoreError) -> (
        originals: [String], pyramids: [String], recordings: [String]
    ) {
        try read { database in
            func names(_ column: String, of table: String) throws -> [String] {
                let sql = """
                    SELECT DISTINCT \(column) FROM document
                    JOIN \(table) ON \(table).version = document.version ORDER BY 1
                    """
                return try String.fetchAll(database, sql: sql)
            }
            return (
                try names("fileName", of: "image"), try names("pyramid", of: "image"),
                try names("fileName", of: "recording")
            )
        }
    }

    /// Returns the sorted ids of the documents that use a file with this name, in any version or as an uploaded file.
    public func documents(withFile name: String) throws(ClauseStoreError) -> [String] {
        try read { database in
            let sql = """
                SELECT version.document FROM image JOIN version ON version.key = image.version
                WHERE image.fileName = :name OR image.pyramid = :name
                UNION SELECT version.document FROM recording JOIN version ON version.key = recording.version
                WHERE recording.fileName = :name
                UNION SELECT document FROM uploadedRecording WHERE fileName = :name
                UNION SELECT document FROM scan WHERE fileName = :name
                UNION SELECT scan.document FROM scanImage JOIN scan ON scan.key = scanImage.scan
                WHERE scanImage.pyramid = :name ORDER BY 1
                """
            return try String.fetchAll(database, sql: sql, arguments: ["name": name])
        }
    }

    /// Restores the content of a former version, as a new version. No version is lost.
    ///
    /// - Returns: As ``put(_:images:source:at:sweeping:)``; unchanged if the content equals that of the served version.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noVersion(_:document:count:)``, and as
    ///   ``put(_:images:source:at:sweeping:)``; `SourceFaults` if this version of the program finds faults in a file
    ///   that was accepted earlier.
    public func restore(_ document: String, version number: Int, at date: Date) throws -> PutOutcome {
        let kept = try read { database in
            try KeptVersion(database, key: try Self.revision(of: document, version: number, database))
        }
        let source = VersionOrigin.source(restoring: number)
        return try put(kept.document(), images: kept.images, source: source, at: date)
    }
}

/// The stored data of a version.
struct KeptVersion {
    let files: [SourceFile]
    let images: [ImagePlace: StoredImage]
}

extension KeptVersion {
    init(_ database: Database, key: Int64) throws {
        files = try DocumentReader(database).sourceFiles(version: key)
        let sql = "SELECT * FROM image WHERE version = ?"
        let rows = try Row.fetchAll(database, sql: sql, arguments: [key])
        images = Dictionary(rows.map { (ImagePlace(row: $0), StoredImage(row: $0)) }) { first, _ in first }
    }

    /// Reads the files.
    func document() throws(SourceFaults) -> SourceDocument {
        try SourceReader.read(MemorySource(files: files, sizes: sizes()), isKept: true)
    }

    /// The object in `document.json` that describes each image: the page itself, or one of its captures.
    private var imageHolders: [ImagePlace: JSONValue] {
        let bytes = files.first { $0.name == "document.json" }?.bytes ?? Data()
        guard let pages = (try? JSONParser.parse(bytes))?["pages"]?.elements else { return [:] }
        var holders: [ImagePlace: JSONValue] = [:]
        for (position, page) in pages.enumerated() {
            for (place, holder) in page.imageHolders.enumerated() {
                holders[ImagePlace(page: position + 1, capture: place)] = holder
            }
        }
        return holders
    }

    /// The names of the images in the source folder.
    var imageNames: [ImagePlace: String] { imageHolders.compactMapValues { $0["image"]?.textValue } }

    /// Returns the sizes of the images, by the file name, page and part stated for them.
    private func sizes() -> [MemorySource.Image: (width: Int, height: Int)] {
        var sizes: [MemorySource.Image: (width: Int, height: Int)] = [:]
        for (place, holder) in imageHolders {
            guard case .string(let name)? = holder["image"], let part = ScanPart(ofPage: holder),
                let image = images[place]
            else { continue }
            let imagePage = holder["imagePage"]?.numberValue.flatMap { Int(exactly: $0) }
            sizes[MemorySource.Image(name: name, page: imagePage, part: part)] = (image.width, image.height)
        }
        return sizes
    }
}
