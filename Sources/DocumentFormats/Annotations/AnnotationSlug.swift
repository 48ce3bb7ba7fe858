import Foundation

/// The name that a client suggests for an annotation: <https://www.rfc-editor.org/rfc/rfc5023#section-9.7>.
package enum AnnotationSlug {
    /// Converts the value of the field `Slug` to the closest valid id, or nil if no part of it is usable.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package static func identifier(_ slug: String) -> String? {
        IdentifierMaker.slug(slug.removingPercentEncoding ?? slug)
    }
}
