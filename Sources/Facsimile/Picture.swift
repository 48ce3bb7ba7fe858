import CVips

/// A libvips image, which is computed when it is written.
///
/// Not `Sendable`, because a drawing creates its pictures and writes the last of them on one thread. `sources` keeps
/// alive the memory from which the picture reads.
final class Picture {
    fileprivate let image: OpaquePointer
    private let sources: [AnyObject]

    fileprivate init(_ image: OpaquePointer?, from sources: [AnyObject], doing task: String) throws(FacsimileError) {
        guard let image else { throw .drawing(task, Picture.reason()) }
        self.image = image
        self.sources = sources
    }

    deinit { cvips_image_unref(image) }

    /// Creates a picture from the values of a plane, 0…255.
    convenience init(_ plane: Plane) throws(FacsimileError) {
        try self.init(
            cvips_draw_bytes(plane.pixels.baseAddress, Int32(plane.width), Int32(plane.height)), from: [plane],
            doing: "reading a plane")
    }

    /// Creates a picture from a field, enlarged to the size of the drawing.
    convenience init(_ field: Field, for size: DrawingSize) throws(FacsimileError) {
        let small = try Picture(
            cvips_draw_floats(field.values.baseAddress, Int32(field.width), Int32(field.height)), from: [field],
            doing: "reading a field")
        try self.init(
            cvips_draw_enlarge(
                small.image, Double(Field.step), Int32(size.width), Int32(size.height)),
            from: [small], doing: "enlarging a field")
    }

    /// Creates smooth noise of about -1…1. The size of its cells is in pixels of the full drawing.
    static func perlin(_ size: DrawingSize, cell: Int, seed: Int) throws(FacsimileError) -> Picture {
        try Picture(
            cvips_draw_perlin(
                Int32(size.width), Int32(size.height), Int32(max(2, cell / size.scaleFactor)), Int32(seed)),
            from: [], doing: "smooth noise")
    }

    /// Creates white noise around 0. The standard deviation is in steps of 8 bits.
    static func grain(_ size: DrawingSize, sigma: Double, seed: Int) throws(FacsimileError) -> Picture {
        try Picture(
            cvips_draw_gaussnoise(Int32(size.width), Int32(size.height), sigma, Int32(seed)), from: [],
            doing: "white noise")
    }

    func blurred(_ sigma: Double) throws(FacsimileError) -> Picture {
        try Picture(cvips_draw_blur(image, sigma), from: [self], doing: "blurring")
    }

    /// Returns a part of the picture.
    func cropped(_ left: Int, _ top: Int, width: Int, height: Int) throws(FacsimileError) -> Picture {
        try Picture(
            cvips_draw_crop(image, Int32(left), Int32(top), Int32(width), Int32(height)), from: [self],
            doing: "cropping")
    }

    /// Multiplies each band by its factor and adds its offset.
    func scaled(by factors: [Double], plus offsets: [Double]) throws(FacsimileError) -> Picture {
        let count = Int32(min(factors.count, offsets.count))
        return try Picture(cvips_linear_bands(image, factors, offsets, count), from: [self], doing: "scaling")
    }

    func scaled(by factor: Double, plus offset: Double = 0) throws(FacsimileError) -> Picture {
        try scaled(by: [factor], plus: [offset])
    }

    func plus(_ other: Picture) throws(FacsimileError) -> Picture {
        try Picture(cvips_draw_add(image, other.image), from: [self, other], doing: "adding")
    }

    func times(_ other: Picture) throws(FacsimileError) -> Picture {
        try Picture(cvips_draw_multiply(image, other.image), from: [self, other], doing: "multiplying")
    }

    /// Rounds and clips the values to 0…255.
    func bytes() throws(FacsimileError) -> Picture {
        try Picture(cvips_draw_to_bytes(image), from: [self], doing: "rounding")
    }

    /// Maps the values of an 8-bit picture by a table of `value` for each of the 256 values.
    func lookedUp(_ value: (Double) -> Double) throws(FacsimileError) -> Picture {
        let table = (0..<256).map { Float(value(Double($0))) }
        return try Picture(cvips_draw_lookup(image, table), from: [self], doing: "looking values up")
    }

    /// Writes the picture as a JPEG. The pixels are computed during this call.
    ///
    /// - Throws: `FacsimileError.writing` with the path and libvips's reason.
    func save(to path: String, quality: Int, pixelsPerMillimetre: Double) throws(FacsimileError) {
        let status = cvips_draw_save_jpeg(image, path, Int32(quality), pixelsPerMillimetre)
        guard status == 0 else { throw .writing(path, Picture.reason()) }
    }

    /// Initialises libvips. Only the first call in a process does any work.
    static func prepare() throws(FacsimileError) {
        guard cvips_init("explore") == 0 else { throw .drawing("starting libvips", reason()) }
    }

    private static func reason() -> String {
        let words = cvips_error().map { String(cString: $0) } ?? ""
        cvips_clear_error()
        return words.split(separator: "\n").first.map(String.init) ?? "libvips gave no reason"
    }
}

/// The size of a drawing.
struct DrawingSize: Sendable {
    let width: Int
    let height: Int
    let scaleFactor: Int

    /// Creates the size of a drawing with one pixel for every `scaleFactor` pixels of the full drawing.
    init(scaleFactor: Int) {
        self.scaleFactor = scaleFactor
        width = Int(Sheet.width) / scaleFactor
        height = Int(Sheet.height) / scaleFactor
    }
}
