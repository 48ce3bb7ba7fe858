import DocumentModel
import ImageGeometry

/// An annotation as read from a file, before its targets are placed on pages.
struct ReadAnnotation {
    /// The annotation's address or name.
    var id: String?
    /// The position in the file, for faults and notes.
    let node: SourceNode
    var label: LanguageMap?
    var bodies: [AnnotationBody] = []
    /// The categories that the annotation is part of, in the form that this program writes.
    var categories: [CategoryReference] = []
    var targets: [AnnotationTarget] = []
    /// The canvas whose list contained the annotation, or nil if the file has no canvases.
    var canvas: String?

    /// The name to use in notes.
    var name: String { id ?? node.path.description }
}

/// A category that an annotation is part of.
struct CategoryReference {
    let address: String
    let label: LanguageMap?
    /// The names of its style classes.
    let classes: [String]
}

/// A text body.
struct AnnotationBody {
    /// The body's own `purpose`, or else the annotation's `motivation`, without prefix.
    var purpose: String
    var text: String
    /// A valid language tag, or nil.
    var language: String?
    /// The address of a tag.
    var address: String?
    /// Whether the body states its media type.
    var hasFormat = false
    /// The names of its style classes.
    var classes: [String] = []
}

/// The target of an annotation: a canvas or an image, or a part of it.
struct AnnotationTarget {
    /// The address of the canvas or image, without media fragment. Empty if none is stated.
    var source: String
    /// The canvas object, if the target contains one. It may state a size and a label.
    var canvas: SourceObject?
    var part: TargetPart
    /// The position in the file, for faults.
    let node: SourceNode
    /// The names of its style classes.
    var classes: [String] = []
}

/// The part of a canvas that a target selects.
enum TargetPart {
    case whole
    case box(MediaFragment)
    /// A drawing, with an optional box as a fallback.
    case drawing(String, SourceNode, MediaFragment?)
    case point(x: Double, y: Double)
    /// A region of the image painted on the canvas, in pixels of that image or in percent.
    case imageRegion(MediaFragment)
}
