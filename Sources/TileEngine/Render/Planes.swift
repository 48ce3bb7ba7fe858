import CResample

/// The colour components of an image's planes, and the chroma subsampling.
struct PlaneLayout: Hashable, Sendable {
    enum Colours: Hashable, Sendable {
        /// A single grey plane.
        case grey
        /// Red, green and blue planes.
        case rgb
        /// One luma and two chroma planes (YCbCr), as in JPEG.
        case ycc
    }

    var colours: Colours
    /// The number of pixel columns that share a chroma sample, 1 or 2.
    var horizontalSubsampling = 1
    /// The number of pixel rows that share a chroma sample, 1 or 2.
    var verticalSubsampling = 1

    static let grey = PlaneLayout(colours: .grey)
    static let rgb = PlaneLayout(colours: .rgb)

    var planeCount: Int { colours == .grey ? 1 : 3 }

    func horizontalSubsampling(inPlane plane: Int) -> Int { plane == 0 ? 1 : horizontalSubsampling }
    func verticalSubsampling(inPlane plane: Int) -> Int { plane == 0 ? 1 : verticalSubsampling }

    /// Returns the pixel columns that samples cover, given the columns of samples in each plane.
    func columns(under samples: [Range<Int>]) -> Range<Int> { Self.pixels(under: samples, horizontalSubsampling) }

    /// Returns the pixel rows that samples cover, given the rows of samples in each plane.
    func rows(under samples: [Range<Int>]) -> Range<Int> { Self.pixels(under: samples, verticalSubsampling) }

    private static func pixels(under samples: [Range<Int>], _ share: Int) -> Range<Int> {
        let pixels = zip(samples, [1, share, share]).map { $0.lowerBound * $1..<$0.upperBound * $1 }
        return (pixels.map(\.lowerBound).min() ?? 0)..<(pixels.map(\.upperBound).max() ?? 0)
    }
}

/// The position of a plane in memory, and its size in samples.
struct PlanePlace {
    var offset: Int
    var stride: Int
    var width: Int
    var height: Int
}

/// An image as one to three planes of bytes, stored consecutively and each padded to whole JPEG blocks.
struct Planes: Sendable {
    let layout: PlaneLayout
    let size: PixelSize
    private(set) var bytes: [UInt8]

    private static let blockSide = 8

    /// Creates zeroed planes that `fill` writes to. Decoders skip rows that are not wanted and the padding, so zeroing
    /// ensures that no earlier memory content is exposed.
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

    /// Returns the position of a plane, relative to the first byte.
    func place(of plane: Int) -> PlanePlace { Self.place(of: plane, layout: layout, size: size) }

    /// Returns the position of a plane of such an image, relative to its first byte.
    static func place(of plane: Int, layout: PlaneLayout, size: PixelSize) -> PlanePlace {
        var offset = 0
        for former in 0..<plane { offset += byteCount(of: former, layout: layout, size: size) }
        let across = layout.horizontalSubsampling(inPlane: plane)
        let down = layout.verticalSubsampling(inPlane: plane)
        return PlanePlace(
            offset: offset, stride: roomWidth(layout, size) / across, width: (size.width + across - 1) / across,
            height: (size.height + down - 1) / down)
    }

    /// Calls the body with pointers to the planes and their strides, for C functions.
    ///
    /// - Parameter row: The first pixel row that the pointers refer to, a multiple of the rows that share a sample.
    static func pointers<Result>(
        to base: UnsafeMutablePointer<UInt8>, layout: PlaneLayout, size: PixelSize, fromRow row: Int = 0,
        _ body: (UnsafePointer<UnsafeMutablePointer<UInt8>?>, UnsafePointer<Int>) throws -> Result
    ) rethrows -> Result {
        let places = (0..<3).map { number in
            let plane = min(number, layout.planeCount - 1)
            var place = place(of: plane, layout: layout, size: size)
            place.offset += row / layout.verticalSubsampling(inPlane: plane) * place.stride
            return place
        }
        let pointers: [UnsafeMutablePointer<UInt8>?] = places.map { base + $0.offset }
        return try body(pointers, places.map(\.stride))
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
        roundedUp(size.width, to: blockSide * layout.horizontalSubsampling)
    }

    private static func byteCount(of plane: Int, layout: PlaneLayout, size: PixelSize) -> Int {
        let rows =
            roundedUp(size.height, to: blockSide * layout.verticalSubsampling)
            / layout.verticalSubsampling(inPlane: plane)
        return roomWidth(layout, size) / layout.horizontalSubsampling(inPlane: plane) * rows
    }

    private static func roundedUp(_ value: Int, to step: Int) -> Int { (value + step - 1) / step * step }
}

extension Planes {
    /// The planes with rows and columns exchanged.
    var transposed: Planes {
        let turned = PlaneLayout(
            colours: layout.colours, horizontalSubsampling: layout.verticalSubsampling,
            verticalSubsampling: layout.horizontalSubsampling)
        return Planes(layout: turned, size: size.transposed) { target in
            _ = withBytes { source in
                for plane in 0..<layout.planeCount {
                    let from = place(of: plane)
                    let to = Self.place(
                        of: plane, layout: turned, size: size.transposed)
                    cresample_transpose(
                        source + from.offset, from.stride, from.width, from.height, target + to.offset, to.stride)
                }
            }
        }
    }

    /// The luma only: the first plane, or the luma computed from red, green and blue.
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

    /// The interleaved pixels of grey or RGB planes.
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
