import CJPEG
import CTIFF

@testable import TileEngine

extension FuzzTarget {
    static let archives = [
        FuzzTarget(name: "szi") { readArchive($0) },
        FuzzTarget(name: "dzi") { readDescriptor($0) },
        FuzzTarget(name: "tiff") { readPages($0) },
        FuzzTarget(name: "jpeg") { readPicture($0) },
        FuzzTarget(name: "message") { readMessage($0) },
        FuzzTarget(name: "tile") { readTile($0) },
    ]

    private static func readArchive(_ bytes: UnsafeRawBufferPointer) {
        let file = FuzzFile(bytes)
        guard let archive = try? TileArchive(path: file.path) else { return }
        let pyramid = archive.pyramid
        require(pyramid.storedTileCount <= bytes.count, "\(pyramid.storedTileCount) tiles of \(bytes.count) bytes")
        for level in 0...pyramid.doubleLevel {
            for address in pyramid.addresses(atLevel: level).prefix(4) {
                guard let count = archive.byteCount(of: address) else {
                    require(level == pyramid.doubleLevel, "no tile \(address)")
                    continue
                }
                guard let tile = try? archive.tile(address) else { continue }
                require(tile.count == count, "a tile of \(tile.count) bytes, not \(count)")
                let checksum = tile.withUnsafeBytes { StoredEntry.checksum(of: $0) }
                require(checksum == archive.checksum(of: address), "a tile that does not match its checksum")
            }
        }
        try? archive.verify()
    }

    private static func readDescriptor(_ bytes: UnsafeRawBufferPointer) {
        guard let descriptor = try? DeepZoomDescriptor(xml: Array(bytes)) else { return }
        require(descriptor.width > 0 && descriptor.height > 0 && descriptor.tileSize > 0, "\(descriptor)")
        guard TileFormat(fileExtension: descriptor.fileExtension) != nil else { return }
        let readBack = try? DeepZoomDescriptor(xml: Array(descriptor.xml.utf8))
        require(readBack == descriptor, "\(descriptor) is read back as \(String(describing: readBack))")
        if let pyramid = try? Pyramid(
            width: descriptor.width, height: descriptor.height, tileSize: descriptor.tileSize)
        {
            require(pyramid.storedTileCount > 0, "\(pyramid) has no tiles")
        }
    }

    private static func readPages(_ bytes: UnsafeRawBufferPointer) {
        let file = FuzzFile(bytes)
        guard let open = try? OpenFile.forReading(file.path, expected: "a scan"),
            let reader = ctiff_reader_new(open.descriptor, nil, nil)
        else { return }
        defer { ctiff_reader_free(reader) }
        if let index = TIFFPages.mainIndex(of: open, .tiff) { require((1..<64).contains(index), "the page \(index)") }
        var (black, white) = (0.0, 0.0)
        _ = ctiff_reader_sample_range(reader, &black, &white)
        var shape = ctiff_shape()
        guard ctiff_reader_shape(reader, &shape) == 0 else { return }
        require(shape.width > 0 && shape.height > 0 && (shape.channels == 1 || shape.channels == 3), "\(shape)")
        require(shape.blocks_across > 0 && shape.blocks_down > 0, "\(shape)")
        let (area, isTooLarge) = Int(shape.block_width).multipliedReportingOverflow(by: Int(shape.block_height))
        guard !isTooLarge, area <= 1 << 18 else { return }
        let rows = shape.is_tiled != 0 ? shape.block_height : min(shape.block_height, shape.height)
        var block = [UInt8](repeating: 0, count: Int(shape.block_width) * Int(rows) * Int(shape.channels))
        _ = ctiff_reader_read(reader, &shape, 0, &block, block.count)
    }

    private static func readPicture(_ bytes: UnsafeRawBufferPointer) {
        if let quality = JPEGQuality.quality(of: Array(bytes)) { require((1...100).contains(quality), "\(quality)") }
        _ = ScanFormat(signature: Array(bytes.prefix(ScanFormat.signatureByteCount)))
        let file = FuzzFile(bytes)
        guard let open = try? OpenFile.forReading(file.path, expected: "a scan") else { return }
        let header = try? JPEGHeader(open)
        if let header {
            require(
                header.size.width > 0 && header.size.height > 0 && (1...8).contains(header.orientation), "\(header)")
        }
        guard let decoder = cjpeg_decoder_new(open.descriptor) else { return }
        defer { cjpeg_decoder_free(decoder) }
        guard cjpeg_decoder_read_header(decoder) == cjpeg_ok else { return }
        let width = Int(cjpeg_decoder_width(decoder))
        let height = Int(cjpeg_decoder_height(decoder))
        let channels = Int(cjpeg_decoder_channels(decoder))
        require(width > 0 && height > 0, "a picture of \(width) x \(height)")
        guard channels > 0, width * height <= 1 << 16, cjpeg_decoder_start(decoder, { _, _ in 0 }, nil) == cjpeg_ok
        else { return }
        var row = [UInt8](repeating: 0, count: width * channels)
        for _ in 0..<height {
            guard cjpeg_decoder_read(decoder, &row, row.count, 1) == cjpeg_ok else { return }
        }
        _ = cjpeg_decoder_finish(decoder)
    }

    /// A tile of an untrusted archive: a byte that selects how it is decoded, then a JPEG.
    private static func readTile(_ bytes: UnsafeRawBufferPointer) {
        let tile = Array(bytes.rest)
        var header = cjpeg_tile_header()
        guard let decoder = cjpeg_tile_decoder_new() else { return }
        defer { cjpeg_tile_decoder_free(decoder) }
        guard cjpeg_tile_open(decoder, tile, tile.count, &header) == cjpeg_ok else { return }
        let size = PixelSize(width: Int(header.width), height: Int(header.height))
        require(size.width > 0 && size.height > 0, "\(header)")
        require(
            (0...2).contains(header.horizontal_subsampling) && (0...2).contains(header.vertical_subsampling),
            "\(header)")
        // This target covers only what libjpeg decodes; the rest is left to libvips.
        guard header.colours != cjpeg_other_colours, size.width <= 512, size.height <= 512 else { return }
        let colours: TileColours = [.coded, .visible, .rgb][Int(bytes.choice % 3)]
        func planes(_ rows: Range<Int>) -> Planes? {
            try? TileCodec.decode(tile, as: .jpeg, expected: size, colours: colours, rows: rows)
        }
        let middle = size.height * Int(bytes.choice / 3) / 85
        guard let whole = planes(0..<Int.max), let part = planes(middle..<min(size.height, middle + 20)) else { return }
        require(whole.size == size && part.size == size && part.layout == whole.layout, "\(part.layout)")
        let place = whole.place(of: 0)
        for row in middle..<min(size.height, middle + 20) {
            let start = place.offset + row * place.stride
            require(
                whole.bytes[start..<start + size.width] == part.bytes[start..<start + size.width],
                "row \(row) differs when it is decoded with fewer rows")
        }
    }

    /// A message from a child process that decodes an untrusted scan and may have been compromised by it.
    private static func readMessage(_ bytes: UnsafeRawBufferPointer) {
        let reason = ScanMessage.error(kind: UInt32(bytes.choice), reason: Array(bytes.rest), path: "a").description
        require(!reason.unicodeScalars.contains { $0.properties.generalCategory == .control }, "control in \(reason)")
        guard let message = ScanMessage(Array(bytes)) else { return }
        require(message.bytes.elementsEqual(bytes), "\(message) is not written unchanged")
        guard let header = IsolatedHeader(message, byteCount: 1000) else { return }
        require(header.info.width > 0 && header.info.height > 0, "\(header)")
        require(IsolatedHeader(header.message, byteCount: 1000) == header, "\(header) is not read back unchanged")
    }
}
