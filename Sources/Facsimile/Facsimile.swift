import Foundation

/// The sample manuscript: a drawing of a charter sheet modelled on Magna Carta of 1215, and the outlines of its
/// clauses.
///
/// It is a drawn facsimile, not a photograph. All positions are computed first, and the drawing follows them.
public enum Facsimile {
    /// The width of the full drawing, in pixels.
    public static let width = 6000
    /// The height of the full drawing, in pixels.
    public static let height = 8000
    /// The stated scale of the full drawing, which gives the sheet the size of a charter.
    public static let pixelsPerMillimetre = 12.0

    /// Returns the clauses in reading order, and then the hidden details, without drawing anything.
    ///
    /// - Parameter scaleFactor: The number of pixels of the full drawing per pixel: 1, 2, 4 or 8.
    /// - Throws: ``FacsimileError/scaleFactor(_:)``.
    /// - Complexity: O(words × formulae); some tens of milliseconds.
    public static func clauses(scaleFactor: Int = 1) throws(FacsimileError) -> [FacsimileClause] {
        try geometry(scaleFactor: scaleFactor).clauses
    }

    /// The margins that ``draw(into:scaleFactor:geometryOnly:progress:)`` crops from the picture under ultraviolet
    /// light, which has half the scale: the camera was closer to the sheet.
    static let ultravioletCrop = (left: 36, top: 28, right: 30, bottom: 40)

    /// Draws the manuscript into a folder: `scan.jpg`, `ultraviolet.jpg`, `clauses.json`, `texts/la.json` and
    /// `words.json`.
    ///
    /// The folder is created if necessary, and other files in it are kept. Each file is written under a temporary name
    /// and renamed, so that readers never see a partial file. The same versions of the libraries give the same bytes.
    ///
    /// - Parameters:
    ///   - directory: The path of the folder.
    ///   - scaleFactor: The number of pixels of the full drawing per pixel: 1, 2, 4 or 8.
    ///   - geometryOnly: Whether to leave out the pictures, which take nearly all of the time.
    ///   - progress: Called with the name of each task when it begins.
    /// - Throws: ``FacsimileError``, with the path and the reason.
    /// - Complexity: O(pixels): about a minute and half a gigabyte for the full drawing on two cores.
    public static func draw(
        into directory: String, scaleFactor: Int = 1, geometryOnly: Bool = false,
        progress: (_ task: String) -> Void = { _ in }
    ) throws(FacsimileError) {
        let geometry = try geometry(scaleFactor: scaleFactor)
        let folder = OutputFolder(directory)
        try folder.create("texts")
        if !geometryOnly {
            try Picture.prepare()
            try drawDaylight(geometry, DrawingSize(scaleFactor: scaleFactor), into: folder, progress: progress)
            try drawUltraviolet(geometry, DrawingSize(scaleFactor: scaleFactor * 2), into: folder, progress: progress)
        }
        try folder.write(SourceFiles.clauses(geometry.clauses), to: "clauses.json")
        try folder.write(SourceFiles.transcriptions(geometry.clauses), to: "texts/la.json")
        try folder.write(SourceFiles.words(geometry.clauses), to: "words.json")
        progress("done")
    }

    private static func drawDaylight(
        _ geometry: SheetGeometry, _ size: DrawingSize, into folder: OutputFolder, progress: (String) -> Void
    ) throws(FacsimileError) {
        let picture = try layers(of: geometry, size: size, progress: progress).picture()
        progress("picture")
        try save(picture, of: size, as: "scan.jpg", in: folder)
    }

    private static func drawUltraviolet(
        _ geometry: SheetGeometry, _ size: DrawingSize, into folder: OutputFolder, progress: (String) -> Void
    ) throws(FacsimileError) {
        let erased = InkSurface(size)
        ErasedWriting.draw(on: erased)
        let picture = try layers(of: geometry, size: size, progress: progress).ultraviolet(erased: erased)
        let (crop, scaleFactor) = (ultravioletCrop, size.scaleFactor)
        let (left, top) = (crop.left * 2 / scaleFactor, crop.top * 2 / scaleFactor)
        let part = try picture.cropped(
            left, top, width: size.width - left - crop.right * 2 / scaleFactor,
            height: size.height - top - crop.bottom * 2 / scaleFactor)
        progress("ultraviolet")
        try save(part, of: size, as: "ultraviolet.jpg", in: folder)
    }

    private static func save(
        _ picture: Picture, of size: DrawingSize, as name: String, in folder: OutputFolder
    ) throws(FacsimileError) {
        try folder.replace(name) { path throws(FacsimileError) in
            try picture.save(
                to: path, quality: jpegQuality, pixelsPerMillimetre: pixelsPerMillimetre / Double(size.scaleFactor))
        }
    }

    /// The quality at which the grain of the skin survives and the full drawing stays below 12 MB.
    private static let jpegQuality = 85

    private static func geometry(scaleFactor: Int) throws(FacsimileError) -> SheetGeometry {
        guard [1, 2, 4, 8].contains(scaleFactor) else { throw .scaleFactor(scaleFactor) }
        return SheetGeometry(scaleFactor: scaleFactor)
    }

    private static func layers(
        of geometry: SheetGeometry, size: DrawingSize, progress: (String) -> Void
    ) -> Composite {
        progress("writing")
        let ink = InkSurface(size)
        var writing = Writing(geometry, on: ink)
        writing.drawAll()
        let verso = InkSurface(size)
        Verso.draw(on: verso)
        let tone = Plane(size, value: 128)
        progress("skin")
        let holes = Plane(size, value: 0)
        SurfaceMarks(on: tone, piercing: holes, scaleFactor: size.scaleFactor)
            .drawAll(lineCount: geometry.layout.lineCount)
        return Composite(size: size, ink: ink, verso: verso, tone: tone, holes: holes)
    }
}
