/// The bodies of the painting annotations of a canvas, sorted into images, media and others.
struct PaintedBodies {
    /// The number of images that are shown or offered.
    private(set) var imageCount = 0
    /// The video and sound bodies.
    private(set) var media: [SourceNode] = []
    private var others: [SourceNode] = []

    /// Reads a body: a resource, a choice of several, or a part of one.
    mutating func read(_ node: SourceNode) {
        for element in node.list {
            guard let object = element.asObject else {
                // Version 2 writes `rdf:nil` for a choice without further items.
                if element.asString != "rdf:nil" { others.append(element) }
                continue
            }
            let within = ["items", "source", "default", "item", "full"].map { object[$0] }.filter { !$0.isNothing }
            if Self.isMedia(object) {
                media.append(element)
            } else if object.types.contains(where: { $0.hasSuffix("Image") }) {
                imageCount += 1
            } else if !within.isEmpty {
                within.forEach { read($0) }
            } else if !object["service"].isNothing {
                imageCount += 1
            } else {
                others.append(element)
            }
        }
    }

    /// Whether a body is or offers an image.
    static func hasImage(_ node: SourceNode) -> Bool {
        var bodies = PaintedBodies()
        bodies.read(node)
        return bodies.imageCount > 0
    }

    private static func isMedia(_ object: SourceObject) -> Bool {
        if object.types.contains(where: ["Video", "Sound", "Audio", "MovingImage"].contains) { return true }
        let format = object["format"].asString ?? ""
        return object.types.isEmpty && (format.hasPrefix("video/") || format.hasPrefix("audio/"))
    }

    /// Notes the bodies that a page does not show.
    ///
    /// - Parameter choiceCount: The number of images that a choice offers.
    func note(canvas: String, choiceCount: Int, _ notes: inout ImportNotes) {
        if imageCount > max(1, choiceCount) {
            notes.add("a page has one image; further ones of a canvas are left out", at: canvas)
        }
        for node in media { notes.add("video and sound of a canvas are left out", at: node.path.description) }
        for node in others {
            notes.add("what is painted on a canvas and is not an image is left out", at: node.path.description)
        }
    }
}
