import Foundation

/// What a client would like an annotation to be called: <https://www.rfc-editor.org/rfc/rfc5023#section-9.7>.
package enum AnnotationSlug {
    /// An id that is as much like the value of the field `Slug` as ids can be; nil where nothing of it can be used.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package static func identifier(_ slug: String) -> String? {
        IdentifierMaker.slug(slug.removingPercentEncoding ?? slug)
    }
}
