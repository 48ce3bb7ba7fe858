import CResample

/// What the planes of a picture are, and how many pixels share a sample.
struct PlaneLayout: Hashable, Sendable {
    enum Colours: Hashable, Sendable {
        /// One plane.
        case grey
        /// Red, green and blue.
        case rgb
        /// Luma and two of chroma, as JPEG has them.
        case ycc
    }

    var colours: Colours
    /// How many columns of pixels share a sample of chroma, 1 or 2.
    var columnsShared = 1
    /// How many rows of pixels share a sample of chroma, 1 or 2.
    var rowsShared = 1

    static let grey = PlaneLayout(colours: .grey)
    static let rgb = PlaneLayout(colours: .rgb)

    var planeCount: Int { colours == .grey ? 1 : 3 }

    func columnsShared(inPlane plane: Int) -> Int { plane == 0 ? 1 : columnsShared }
    func rowsShared(inPlane plane: Int) -> Int { plane == 0 ? 1 : rowsShared }
}

/// Where a plane lies in memory, and its size in samples.
struct PlanePlace {
    var offset: Int
    var stride: Int
    var width: Int
    var height: Int
}

/// A picture as one to three planes of bytes, one after the other, each with room for JPEG's whole blocks.
struct Planes: Sendable {
    let layout: PlaneLayout
    let size: PixelSize
    private(set) var bytes: [UInt8]

    private static let blockSide = 8

    /// Makes planes of zeros that `fill` writes to. Decoders leave rows out that nobody wants, and the room around the
    /// picture, so zeros come first: what is in memory from before shows nowhere.
    init(layout: PlaneLayout, size: PixelSize, fill: (UnsafeMutablePointer<UInt8>) throws -> Void) rethrows {
        self.layout = layout
        self.size = size
        let last = Self.place(of: layout.planeCount - 1, layout: layout, size: size)
        let count = last.offset + Self.byteCount(of: layout.planeCount - 1, layout: layout, size: size)
        bytes = [UInt8](repeating: 0, count: count + cresample_slack)
        try bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            try fill(base)
        }
    }

    /// Where a plane lies from the first byte on.
    func place(of plane: Int) -> PlanePlace { Self.place(of: plane, layout: layout, size: size) }

    /// Where a plane of such a picture lies from its first byte on.
    static func place(of plane: Int, layout: PlaneLayout, size: PixelSize) -> PlanePlace {
        var offset = 0
        for former in 0..<plane { offset += byteCount(of: former, layout: layout, size: size) }
        let across = layout.columnsShared(inPlane: plane)
        let down = layout.rowsShared(inPlane: plane)
        return PlanePlace(
            offset: offset, stride: roomWidth(layout, size) / across, width: (size.width + across - 1) / across,
            height: (size.height + down - 1) / down)
    }

    /// The memory of each plane, for C that writes to it.
    ///
    /// - Parameter row: The first row of pixels that is meant, a multiple of the rows that share a sample.
    static func pointers<Result>(
        to base: UnsafeMutablePointer<UInt8>, layout: PlaneLayout, size: PixelSize, fromRow row: Int = 0,
        _ body: (UnsafePointer<UnsafeMutablePointer<UInt8>?>, UnsafePointer<Int>) throws -> Result
    ) rethrows -> Result {
        let places = (0..<3).map { number in
            let plane = min(number, layout.planeCount - 1)
            var place = place(of: plane, layout: layout, size: size)
            place.offset += row / layout.rowsShared(inPlane: plane) * place.stride
            return place
        }
        return try withUnsafePointer(
            to: (base + places[0].offset, base + places[1].offset, base + places[2].offset)
                as (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?)
        ) { pointers in
            try withUnsafePointer(to: (places[0].stride, places[1].stride, places[2].stride)) { strides in
                try body(
                    UnsafeRawPointer(pointers).assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self),
                    UnsafeRawPointer(strides).assumingMemoryBound(to: Int.self))
            }
        }
    }

    mutating func withMutableBytes<Result>(
        _ body: (UnsafeMutablePointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        try bytes.withUnsafeMutableBufferPointer { buffer in try buffer.baseAddress.map(body) }
    }

    func withBytes<Result>(_ body: (UnsafePointer<UInt8>) throws -> Result) rethrows -> Result? {
        try bytes.withUnsafeBufferPointer { buffer in try buffer.baseAddress.map(body) }
    }

    private static func roomWidth(_ layout: PlaneLayout, _ size: PixelSize) -> Int {
        roundedUp(size.width, to: blockSide * layout.columnsShared)
    }

    private static func byteCount(of plane: Int, layout: PlaneLayout, size: PixelSize) -> Int {
        let rows = roundedUp(size.height, to: blockSide * layout.rowsShared) / layout.rowsShared(inPlane: plane)
        return roomWidth(layout, size) / layout.columnsShared(inPlane: plane) * rows
    }

    private static func roundedUp(_ value: Int, to step: Int) -> Int { (value + step - 1) / step * step }
}

extension Planes {
    /// Rows and columns in each other's place.
    var transposed: Planes {
        let turned = PlaneLayout(
            colours: layout.colours, columnsShared: layout.rowsShared, rowsShared: layout.columnsShared)
        return Planes(layout: turned, size: PixelSize(width: size.height, height: size.width)) { target in
            _ = withBytes { source in
                for plane in 0..<layout.planeCount {
                    let from = place(of: plane)
                    let to = Self.place(
                        of: plane, layout: turned, size: PixelSize(width: size.height, height: size.width))
                    cresample_transpose(
                        source + from.offset, from.stride, from.width, from.height, target + to.offset, to.stride)
                }
            }
        }
    }

    /// Luma alone: the first plane, or what red, green and blue give.
    var luma: Planes {
        if layout.colours == .grey { return self }
        return Planes(layout: .grey, size: size) { target in
            let to = Self.place(of: 0, layout: .grey, size: size)
            let from = (0..<3).map(place)
            _ = withBytes { source in
                for row in 0..<size.height {
                    let out = target + row * to.stride
                    let first = source + from[0].offset + row * from[0].stride
                    if layout.colours == .ycc {
                        out.update(from: first, count: size.width)
                    } else {
                        cresample_luma(
                            first, source + from[1].offset + row * from[1].stride,
                            source + from[2].offset + row * from[2].stride, size.width, out)
                    }
                }
            }
        }
    }

    /// The pixels of grey, or of red, green and blue, side by side.
    var pixels: RenderedPixels {
        let channels = layout.planeCount
        let count = size.width * size.height * channels
        let from = (0..<channels).map(place)
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            guard let target = buffer.baseAddress else { return }
            _ = withBytes { source in
                for row in 0..<size.height {
                    let out = target + row * size.width * channels
                    let first = source + from[0].offset + row * from[0].stride
                    if channels == 1 {
                        out.update(from: first, count: size.width)
                    } else {
                        cresample_interleave(
                            first, source + from[1].offset + row * from[1].stride,
                            source + from[2].offset + row * from[2].stride, size.width, out)
                    }
                }
            }
            used = count
        }
        return RenderedPixels(size: size, channelCount: channels, bytes: bytes)
    }
}
