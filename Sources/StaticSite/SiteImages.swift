import DocumentModel
import DocumentFormats
import ClauseStore
@preconcurrency import Dispatch
import DocumentLibrary
import FileSupport
import WebDocuments
import ImageGeometry
import NIOConcurrencyHelpers
import TileEngine

/// Writes a document's tiles, images and cut-outs.
struct SiteImages {
    let context: SiteContext
    let writer: SiteWriter
    let contents: DocumentContents
    let progress: (Double) -> Void

    /// A version number that must be changed when the same scan or outline results in other bytes.
    private static let making = 1
    /// The number of cut-outs rendered before they are written, which bounds memory.
    private static let batch = 16

    private struct Image {
        let id: String
        let page: PageInfo
        let pyramid: String
        let path: String
        let archive: TileArchive
        let renderer: TileRenderer
        /// Whether this is the page's default capture.
        var isOwn = true
    }

    func write() throws {
        let images = try contents.info.pages.flatMap { page in
            try page.images.compactMap { shown in
                var image = try image(of: shown)
                image?.isOwn = shown.imageID == page.imageID
                return image
            }
        }
        let share = 0.7 / Double(max(1, images.count))
        for (index, image) in images.enumerated() {
            try write(image) { progress(share * (Double(index) + $0)) }
        }
        try writeCutOuts(images.filter(\.isOwn))
        progress(1)
    }

    /// Returns the picture that is embedded in the document's page, or nil if its first page has no image.
    func thumbnail() throws -> [UInt8]? {
        guard let page = contents.info.pages.first, let image = try image(of: page) else { return nil }
        return try image.renderer.render(FirstView.thumbnail(of: page))
    }

    /// Writes the picture that the document's page loads first, if it shows this image.
    private func writePreview(of image: Image) throws {
        guard image.isOwn, image.page.number == contents.info.pages.first?.number else { return }
        let path = FirstView.previewPath(of: image.page, image: image.id)
        let request = FirstView.preview(of: image.page)
        let made = ["\(Self.making)", image.pyramid, "\(request)"].joined(separator: "\n")
        try writer.group(path, of: Digest.sha256(Array(made.utf8))) {
            try writer.put(try image.renderer.render(request), at: path)
        }
    }

    private func image(of page: PageInfo) throws -> Image? {
        guard let id = page.imageID, let pyramid = page.pyramid, let path = context.library.pyramidPath(of: page) else {
            return nil
        }
        let archive = try TileArchive(path: path)
        return Image(
            id: id, page: page, pyramid: pyramid, path: path, archive: archive,
            renderer: TileRenderer(archive: archive, tiles: DecodedTiles(byteLimit: 128 << 20)))
    }

    private func write(_ image: Image, progress: (Double) -> Void) throws {
        let pyramid = image.archive.pyramid
        let isArchive = context.options.tiles == .archive
        let stored = "pyramids/\(image.pyramid)"
        let format = isArchive ? image.archive.format.fileExtension : TileFormat.jpeg.fileExtension
        let facts: JSON.Members = [
            ("image", .string(image.id)), ("width", .int(pyramid.width)), ("height", .int(pyramid.height)),
            ("tileSize", .int(pyramid.tileSize)), ("format", .string(format)),
        ]
        try writer.put(
            .object(facts + (isArchive ? [("archive", .string(stored))] : [])), at: "tiles/\(image.id).json")
        let pictures = context.options.publicURL == nil ? [] : StoredImageSizes.all(of: pyramid)
        if let base = context.options.publicURL {
            let information = ImageInformation(
                base: base, image: image.id, pyramid: pyramid, document: contents.info, sizes: pictures,
                hasTiles: !isArchive)
            try writer.put(information.json(.three), at: "iiif/3/\(image.id)/info.json")
        }
        if isArchive, !writer.has(stored) {
            try writer.group(stored, of: image.pyramid) { try writer.put(fileAt: image.path, at: stored) }
        }
        try writePreview(of: image)
        let preview = preview(on: image)
        let whole = PixelRegion(x: 0, y: 0, width: pyramid.width, height: pyramid.height)
        let folder = "iiif/3/\(image.id)/"
        guard !isArchive || !pictures.isEmpty else { return }
        let made = [
            "\(Self.making)", image.pyramid, isArchive ? "archive" : "files", "\(pictures)", "\(preview?.path ?? "")",
        ]
        try writer.group(folder, of: Digest.sha256(Array(made.joined(separator: "\n").utf8))) {
            if !isArchive { try writeTiles(of: image, progress: progress) }
            for size in pictures {
                try put(whole, size, of: image, at: "\(folder)full/\(size.width),\(size.height)/0/default.jpg")
            }
            if let preview { try put(preview.picture.region, preview.picture.size, of: image, at: preview.path) }
        }
        progress(1)
    }

    /// Writes the tiles, from the finest level to the coarsest. If the last corner tiles of two levels show the same
    /// part of the scan at the same size, their common address refers to the finer one, as on a server.
    private func writeTiles(of image: Image, progress: (Double) -> Void) throws {
        let pyramid = image.archive.pyramid
        let total = Double(max(1, pyramid.storedTileCount))
        var done = 0.0
        for level in stride(from: pyramid.nativeLevel, through: pyramid.firstWholeTileLevel, by: -1) {
            for address in pyramid.addresses(atLevel: level) {
                done += 1
                guard let path = Self.path(of: address, pyramid, image: image.id), !writer.has(path) else { continue }
                try writer.put(image.renderer.tile(address, as: .jpeg), at: path)
                if Int(done) % 64 == 0 { progress(done / total) }
            }
        }
    }

    /// Returns the canonical address of a tile: https://iiif.io/api/image/3.0/#47-canonical-uri-syntax
    private static func path(of address: TileAddress, _ pyramid: Pyramid, image: String) -> String? {
        guard let aligned = pyramid.alignedIIIFRegion(of: address) else { return nil }
        let (part, size) = (aligned.region, aligned.size)
        let isWhole = part.width == pyramid.width && part.height == pyramid.height
        let region = isWhole ? "full" : "\(part.x),\(part.y),\(part.width),\(part.height)"
        return "iiif/3/\(image)/\(region)/\(size.width),\(size.height)/0/default.jpg"
    }

    /// Returns the document's preview picture, if it shows this image.
    private func preview(on image: Image) -> (path: String, picture: PreviewPicture)? {
        guard let base = context.options.publicURL, let picture = contents.preview.picture,
            picture.address.hasPrefix("\(base)/iiif/3/\(image.id)/")
        else { return nil }
        return (String(picture.address.dropFirst(base.count + 1)), picture)
    }

    private func put(_ region: PixelRegion, _ size: PixelSize, of image: Image, at path: String) throws {
        guard !writer.has(path) else { return }
        // Stored tiles are copied unchanged, as on a server.
        if image.archive.format == .jpeg,
            let address = image.archive.pyramid.address(forIIIFRegion: region, size: size),
            let bytes = try image.archive.tile(address)
        {
            return try writer.put(bytes, at: path)
        }
        let request = RegionRequest(region: region, size: size, encoding: ImageEncoding(.jpeg))
        try writer.put(try image.renderer.render(request), at: path)
    }

    // MARK: Cut-outs

    private struct Job: Sendable {
        let path: String
        let cutOut: ClauseCutOut
        let renderer: TileRenderer
    }

    private func writeCutOuts(_ images: [Image]) throws {
        let folder = "api/documents/\(contents.info.id)/clauses/"
        try writer.group(folder, of: cutOutDigest(images)) {
            let jobs = contents.outlines.flatMap { self.jobs(for: $0, images, folder) }
            for first in stride(from: 0, to: jobs.count, by: Self.batch) {
                try writer.checkCancellation()
                let part = Array(jobs[first..<min(first + Self.batch, jobs.count)])
                for (job, picture) in zip(part, Self.render(part)) {
                    if let bytes = try picture.get() { try writer.put(bytes, at: job.path) }
                }
                progress(0.7 + 0.3 * Double(first) / Double(jobs.count))
            }
        }
    }

    /// Returns a digest of everything that determines the cut-outs: scans, outlines, and the colour of the paper.
    private func cutOutDigest(_ images: [Image]) -> String {
        let outlines = contents.outlines.map { clause in
            let regions = (clause.regions ?? []).map { region in
                let rings = region.polygon.rings.map { ring in
                    JSON.array(ring.flatMap { [JSON.double($0.x), JSON.double($0.y)] })
                }
                return JSON.array([.int(region.page)] + rings)
            }
            return JSON.array([.string(clause.id)] + regions)
        }
        let pyramids = images.flatMap { [JSON.int($0.page.number), .string($0.pyramid)] }
        let paper = JSON(contents.info.palette?.paper)
        let making = JSON.int(Self.making)
        return Digest.sha256(JSON.array([making, paper, .array(pyramids), .array(outlines)]).bytes())
    }

    /// Returns the cut-outs of a clause in each stored width, at most as wide as in the scan.
    private func jobs(for clause: ClauseResult, _ images: [Image], _ folder: String) -> [Job] {
        // There are none for a clause that is on no page with an image.
        guard let whole = try? ClauseCutOut(of: clause, in: contents.info, format: .jpeg),
            let image = images.first(where: { $0.page.number == whole.page.number })
        else { return [] }
        let widths = PresentationAddresses.storedCutOutWidths.map(Optional.some) + [nil]
        return widths.compactMap { stored in
            let width = min(stored ?? .max, whole.request.region.width)
            guard let cutOut = try? ClauseCutOut(of: clause, in: contents.info, width: width, format: .jpeg) else {
                return nil
            }
            let name = "image\(stored.map { "-\($0)" } ?? "").jpg"
            return Job(path: "\(folder)\(clause.id)/\(name)", cutOut: cutOut, renderer: image.renderer)
        }
    }

    /// Renders on all cores. The result is nil for a cut-out that exceeds every server's limits.
    private static func render(_ jobs: [Job]) -> [Result<[UInt8]?, any Error>] {
        let results = NIOLockedValueBox([Int: Result<[UInt8]?, any Error>]())
        DispatchQueue.concurrentPerform(iterations: jobs.count) { index in
            let job = jobs[index]
            let result = Result<[UInt8]?, any Error> {
                do {
                    return try job.cutOut.render(with: job.renderer)
                } catch let error as TileEngineError where error.kind == .tooLarge {
                    return nil
                }
            }
            results.withLockedValue { $0[index] = result }
        }
        return results.withLockedValue { results in jobs.indices.map { results[$0] ?? .success(nil) } }
    }
}
