import Foundation

/// The sample manuscript: a drawing of a charter sheet after Magna Carta of 1215, and the outlines of its clauses.
///
/// It is a drawn facsimile and not a photograph. Every place on it comes from arithmetic; the drawing follows.
public enum Facsimile {
    /// The size of the full drawing in pixels.
    public static let width = 6000
    /// The size of the full drawing in pixels.
    public static let height = 8000
    /// The scale of the full drawing, by which it pretends to be a sheet of a charter's size.
    public static let pixelsPerMillimetre = 12.0

    /// The clauses in reading order and then the hidden details, without drawing anything.
    ///
    /// - Parameter scaleFactor: How many pixels of the full drawing one pixel stands for: 1, 2, 4 or 8.
    /// - Throws: ``FacsimileError/scaleFactor(_:)``.
    /// - Complexity: O(words × formulae); some tens of milliseconds.
    public static func clauses(scaleFactor: Int = 1) throws(FacsimileError) -> [FacsimileClause] {
        try geometry(scaleFactor: scaleFactor).clauses
    }

    /// What ``draw(into:scaleFactor:geometryOnly:progress:)`` cuts off the sheet's picture under ultraviolet, which has half
    /// the scale: the camera stood closer.
    static let ultravioletCrop = (left: 36, top: 28, right: 30, bottom: 40)

    /// Draws the manuscript into a folder: `scan.jpg`, `ultraviolet.jpg`, `clauses.json`, `texts/la.json` and
    /// `words.json`.
    ///
    /// The folder is made when it is missing, and other files in it stay. Each file is written under another name and then
    /// renamed, so that no reader finds half of it. The same versions of the libraries give the same bytes.
    ///
    /// - Parameters:
    ///   - directory: The path of the folder.
    ///   - scaleFactor: How many pixels of the full drawing one pixel stands for: 1, 2, 4 or 8.
    ///   - geometryOnly: Leaves the pictures out, which take nearly all of the time.
    ///   - progress: Gets what is being done and how much of it is done, 0…1; called on the calling thread or, while the
    ///     picture is written, on one of libvips' own, one call at a time.
    /// - Throws: ``FacsimileError``, with the path and the reason.
    /// - Complexity: O(pixels): about a minute and half a gigabyte for the full drawing on two cores.
    public static func draw(
        into directory: String, scaleFactor: Int = 1, geometryOnly: Bool = false,
        progress: (_ task: String, _ fraction: Double) -> Void = { _, _ in }
    ) throws(FacsimileError) {
        let geometry = try geometry(scaleFactor: scaleFactor)
        let folder = OutputFolder(directory)
        try folder.create("texts")
        if !geometryOnly {
            try Picture.prepare()
            try drawDaylight(geometry, scaleFactor: scaleFactor, into: folder, progress: progress)
            try drawUltraviolet(geometry, scaleFactor: scaleFactor * 2, into: folder, progress: progress)
        }
        try folder.write(SourceFiles.clauses(geometry.clauses), to: "clauses.json")
        try folder.write(SourceFiles.transcriptions(geometry.clauses), to: "texts/la.json")
        try folder.write(SourceFiles.words(geometry.clauses), to: "words.json")
        progress("done", 1)
    }

    private static func drawDaylight(
        _ geometry: SheetGeometry, scaleFactor: Int, into folder: OutputFolder, progress: (String, Double) -> Void
    ) throws(FacsimileError) {
        let size = DrawingSize(scaleFactor: scaleFactor)
        let picture = try layers(of: geometry, size: size, progress: progress).picture()
        try save(picture, of: size, as: "scan.jpg", in: folder) { progress("picture", $0) }
    }

    private static func drawUltraviolet(
        _ geometry: SheetGeometry, scaleFactor: Int, into folder: OutputFolder, progress: (String, Double) -> Void
    ) throws(FacsimileError) {
        let size = DrawingSize(scaleFactor: scaleFactor)
        let erased = InkSurface(width: size.width, height: size.height, scaleFactor: scaleFactor)
        ErasedWriting.draw(on: erased)
        let picture = try layers(of: geometry, size: size, progress: progress).ultraviolet(erased: erased)
        let crop = ultravioletCrop
        let (left, top) = (crop.left * 2 / scaleFactor, crop.top * 2 / scaleFactor)
        let part = try picture.cropped(
            left, top, width: size.width - left - crop.right * 2 / scaleFactor,
            height: size.height - top - crop.bottom * 2 / scaleFactor)
        try save(part, of: size, as: "ultraviolet.jpg", in: folder) { progress("ultraviolet", $0) }
    }

    private static func save(
        _ picture: Picture, of size: DrawingSize, as name: String, in folder: OutputFolder,
        progress: (Double) -> Void
    ) throws(FacsimileError) {
        try folder.replace(name) { path throws(FacsimileError) in
            try picture.save(
                to: path, quality: jpegQuality, fineColour: false,
                pixelsPerMillimetre: pixelsPerMillimetre / Double(size.scaleFactor)
            ) { progress(Double($0) / 100) }
        }
    }

    /// Chosen so that the grain of the skin survives and the full drawing stays below 12 MB.
    private static let jpegQuality = 85

    private static func geometry(scaleFactor: Int) throws(FacsimileError) -> SheetGeometry {
        guard [1, 2, 4, 8].contains(scaleFactor) else { throw .scaleFactor(scaleFactor) }
        return SheetGeometry(scaleFactor: scaleFactor)
    }

    private static func layers(
        of geometry: SheetGeometry, size: DrawingSize, progress: (String, Double) -> Void
    ) -> Composite {
        let ink = InkSurface(width: size.width, height: size.height, scaleFactor: size.scaleFactor)
        var writing = Writing(geometry, on: ink)
        writing.drawAll { progress("writing", $0) }
        let verso = InkSurface(width: size.width, height: size.height, scaleFactor: size.scaleFactor)
        Verso.draw(on: verso)
        let tone = Plane(width: size.width, height: size.height, value: 128)
        progress("skin", 0)
        let holes = Plane(width: size.width, height: size.height, value: 0)
        SurfaceMarks(on: tone, piercing: holes, scaleFactor: size.scaleFactor)
            .drawAll(lineCount: geometry.layout.lineCount)
        return Composite(size: size, ink: ink, verso: verso, tone: tone, holes: holes)
    }
}
