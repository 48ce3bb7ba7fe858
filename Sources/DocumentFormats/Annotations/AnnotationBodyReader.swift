import DocumentModel

/// Reads the bodies of an annotation, at any nesting depth.
struct AnnotationBodyReader {
    var bodies: [AnnotationBody] = []
    /// The types and addresses of bodies that are not text.
    private(set) var leftOut: [(type: String, address: String)] = []
    /// The address of the category that was read last. Its name follows in the next body.
    private var category: String?

    /// Reads one or more bodies.
    ///
    /// - Parameters:
    ///   - node: The body or bodies.
    ///   - purpose: The purpose of a body that does not state one.
    ///   - language: The language of a body that does not state one.
    mutating func read(
        _ node: SourceNode, purpose: String, language: String?, classes: [String] = [], choice: String? = nil
    ) {
        for element in node.list {
            if let address = element.asString {
                readAddress(address, type: "address", purpose: purpose, classes: classes)
            } else if let object = element.asObject {
                read(object, purpose: purpose, language: language, classes: classes, choice: choice)
            }
        }
    }

    /// - Parameter choice: The address of the choice that contains the body, or of the category that the body names.
    private mutating func read(
        _ object: SourceObject, purpose: String, language: String?, classes: [String], choice: String?
    ) {
        let types = object.types
        let stated = object.first("purpose", "motivation").list.compactMap(\.address).first
        let purpose = stated.map(SourceObject.withoutPrefix) ?? (types.contains("Tag") ? "tagging" : purpose)
        let language = Self.language(object) ?? language
        let classes = classes + AnnotationReader.classes(object)
        let value = object.first("value", "chars", "cnt:chars", "rdf:value")
        if let text = value.asString {
            let owner = object.node.address ?? choice ?? category
            category = nil
            let isHTML = (object["format"].asString ?? "").lowercased().contains("html")
            return bodies.append(
                AnnotationBody(
                    purpose: purpose, text: isHTML ? HTMLText.plain(text) : text, language: language,
                    address: owner, hasFormat: !object["format"].isNothing, classes: classes))
        }
        // A body that contains others: a choice, a list, or an older choice with a default item before the others.
        let inner = [object["default"], object.first("items", "item", "members"), object["source"], object["full"]]
            .filter { !$0.isNothing }
        guard inner.isEmpty else {
            let owner = object.node.address ?? choice ?? category
            category = nil
            return inner.forEach {
                read($0, purpose: purpose, language: language, classes: classes, choice: owner)
            }
        }
        readAddress(object.node.address ?? "", type: types.first ?? "unknown", purpose: purpose, classes: classes)
    }

    /// Reads a resource that is elsewhere: a tag given by its address, or a resource that cannot be shown.
    private mutating func readAddress(_ address: String, type: String, purpose: String, classes: [String]) {
        if purpose == "tagging" || purpose == "classifying", !address.isEmpty, type == "address" {
            category = TagCategories.isCategory(address) ? address : nil
            bodies.append(AnnotationBody(purpose: purpose, text: address, address: address, classes: classes))
        } else {
            leftOut.append((FaultText.plain(type), address))
        }
    }

    /// Returns the first stated value that is a language tag.
    private static func language(_ object: SourceObject) -> String? {
        object.first("language", "dc:language", "dcterms:language", "@language").list
            .compactMap(\.asString).lazy.compactMap(LanguageValues.tag).first
    }
}
