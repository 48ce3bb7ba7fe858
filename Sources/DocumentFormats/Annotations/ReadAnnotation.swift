import DocumentModel
import ImageGeometry

/// An annotation as a file has it, before anything is placed.
struct ReadAnnotation {
    /// Its address or name.
    var id: String?
    /// Where it stands in the file, for faults and notes.
    let node: SourceNode
    var label: LanguageMap?
    var bodies: [AnnotationBody] = []
    /// The categories that it says it is part of, as this program writes them.
    var categories: [CategoryReference] = []
    var targets: [AnnotationTarget] = []
    /// The canvas in whose list it was found; nil where the file has no canvases.
    var canvas: String?

    /// What it is called in notes.
    var name: String { id ?? node.path.description }
}

/// A category that an annotation is part of.
struct CategoryReference {
    let address: String
    let label: LanguageMap?
    /// The names of its style classes.
    let classes: [String]
}

/// A body that is text.
struct AnnotationBody {
    /// What it is for: its own `purpose`, else the annotation's `motivation`, without prefix.
    var purpose: String
    var text: String
    /// A valid tag, or nil.
    var language: String?
    /// The address of a tag.
    var address: String?
    /// Whether it says itself which media type it has.
    var hasFormat = false
    /// The names of its style classes.
    var classes: [String] = []
}

/// What an annotation is about: a canvas or an image, or a part of it.
struct AnnotationTarget {
    /// The address of the canvas or image, without media fragment; empty where none is stated.
    var source: String
    /// The size and name of the canvas where the target holds them.
    var canvas: SourceObject?
    var part: TargetPart
    /// Where it stands in the file, for faults.
    let node: SourceNode
    /// The names of its style classes.
    var classes: [String] = []
}

/// The part of a canvas that a target is about.
enum TargetPart {
    case whole
    case box(MediaFragment)
    /// A drawing, and the box beside it.
    case drawing(String, SourceNode, MediaFragment?)
    case point(x: Double, y: Double)
    /// A region of the image that is painted on the canvas, in pixels of that image or percent.
    case imageRegion(MediaFragment)
}
