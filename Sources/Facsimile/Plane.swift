/// A value of 0…255 for every pixel of the drawing, in memory that libvips reads without copying.
///
/// Not `Sendable`, because one drawing owns its planes and fills them before it passes them to libvips, which only
/// reads them.
final class Plane {
    let width: Int
    let height: Int
    let pixels: UnsafeMutableBufferPointer<UInt8>

    init(_ size: DrawingSize, value: UInt8) {
        (width, height) = (size.width, size.height)
        pixels = UnsafeMutableBufferPointer.allocate(capacity: width * height)
        pixels.initialize(repeating: value)
    }

    deinit { pixels.deallocate() }

    /// Raises a pixel to at least a value.
    @inline(__always) func raise(_ x: Int, _ y: Int, to value: UInt8) {
        let index = y * width + x
        if pixels[index] < value { pixels[index] = value }
    }

    /// Adds to a pixel, clipped to 0…255. Points outside the plane are ignored.
    @inline(__always) func add(_ x: Int, _ y: Int, _ amount: Double) {
        guard x >= 0, y >= 0, x < width, y < height else { return }
        let index = y * width + x
        pixels[index] = UInt8(max(0, min(255, (Double(pixels[index]) + amount).rounded())))
    }
}
