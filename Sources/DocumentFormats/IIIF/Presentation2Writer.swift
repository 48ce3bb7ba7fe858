import DocumentModel
public import Foundation
import ImageGeometry

/// Writes a document as a manifest of IIIF Presentation 2 with embedded Open Annotations, as Mirador 2 reads them.
///
/// It converts the manifest of ``PresentationWriter`` to the older vocabulary. Open Annotations have no purposes, so
/// each text states its purpose under a key that older programs ignore. It is restored when the manifest is read.
/// Sources: https://iiif.io/api/presentation/2.1/, http://www.openannotation.org/spec/core/
public struct Presentation2Writer: Sendable {
    private let writer: PresentationWriter

    /// - Parameter writer: The writer for version 3. It determines the addresses, and its losses apply here too.
    public init(_ writer: PresentationWriter) {
        self.writer = writer
    }

    /// The content that this format cannot hold, including the losses of version 3, one line each.
    public var losses: [String] {
        let presentation = writer.presentation
        var losses = writer.losses
        let behaviors = presentation.behavior.filter { $0 != Self.hint(presentation.behavior) }
        if !behaviors.isEmpty { losses.append("the behavior \(behaviors.joined(separator: ", "))") }
        if writer.document.tours.contains(where: { !$0.steps.isEmpty }) { losses.append("the tours") }
        if let page = writer.document.pages.first(where: {
            $0.behavior != [Self.pageHint($0.behavior)].compactMap(\.self)
        }) {
            losses.append("behaviors of pages, first of page \(page.number)")
        }
        if !presentation.provider.isEmpty { losses.append("the provider") }
        let links = presentation.homepage + presentation.seeAlso + presentation.rendering
        if links.contains(where: { $0.type != nil || !$0.language.isEmpty }) {
            losses.append("the types and languages of links")
        }
        if Self.hasBehavior(presentation.structures) { losses.append("the behavior of parts of the table of contents") }
        return losses
    }

    private static func hasBehavior(_ entries: [ContentsEntry]) -> Bool {
        entries.contains { !$0.behavior.isEmpty || hasBehavior($0.items) }
    }

    /// Returns the first behavior that has a viewing hint in version 2.
    private static func hint(_ behaviors: [String]) -> String? {
        behaviors.first { ["individuals", "paged", "continuous"].contains($0) }
    }

    /// Returns the first behavior of a page that has a viewing hint in version 2.
    private static func pageHint(_ behaviors: [String]) -> String? {
        behaviors.first { ["non-paged", "facing-pages"].contains($0) }
    }

    /// Converts links to version 2.
    private func links(_ value: JSONValue?) -> JSONValue? {
        guard let links = value?.elements else { return nil }
        return .array(
            links.map { link in
                [
                    "@id": link["id"], "label": link["label"].map(words), "format": link["format"],
                    "profile": link["profile"],
                ]
            })
    }

    /// Returns the manifest with the annotations of all pages embedded.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    public func manifest() -> Data {
        let manifest = writer.manifestValue()
        let canvases = manifest.elements(of: "items").map(canvas)
        let value: JSONValue = [
            "@context": "http://iiif.io/api/presentation/2/context.json", "@id": manifest["id"], "@type": "sc:Manifest",
            "label": manifest["label"].map(words), "description": manifest["summary"].map(words),
            "attribution": manifest["requiredStatement"]?["value"].map(words), "license": manifest["rights"],
            "metadata": .array(
                manifest.elements(of: "metadata").map { entry in
                    [
                        "label": entry["label"].map(words), "value": entry["value"].map(words),
                        "language": entry["language"],
                    ]
                }),
            "viewingHint": Self.hint(writer.presentation.behavior).map(JSONValue.string),
            "viewingDirection": manifest["viewingDirection"], "navDate": manifest["navDate"],
            "related": links(manifest["homepage"]), "seeAlso": links(manifest["seeAlso"]),
            "rendering": links(manifest["rendering"]),
            "sequences": .array([
                [
                    "@id": .string(writer.addresses.range("sequence")), "@type": "sc:Sequence",
                    "canvases": .array(canvases),
                ]
            ]),
            "structures": manifest["structures"].map { .array(($0.elements ?? []).flatMap(ranges)) },
        ]
        return value.fileContent
    }

    /// Returns `[{ "@value": "…", "@language": "en" }]`, or plain texts if there is no language.
    private func words(_ value: JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .array(
            members.flatMap { member in
                (member.value.elements ?? []).map { text in
                    member.key == "none" ? text : ["@value": text, "@language": .string(member.key)]
                }
            })
    }

    private func canvas(_ canvas: JSONValue) -> JSONValue {
        let paintings = canvas.elements(of: "items").flatMap { $0.elements(of: "items") }
        let lists = canvas.elements(of: "annotations").map { page -> JSONValue in
            [
                "@id": page["id"], "@type": "sc:AnnotationList",
                "resources": .array(page.elements(of: "items").map(annotation)),
            ]
        }
        let hint = Self.pageHint(canvas.elements(of: "behavior").compactMap(\.textValue))
        return [
            "@id": canvas["id"], "@type": "sc:Canvas",
            // Version 2 requires a label.
            "label": canvas["label"].map(words) ?? .array([]), "height": canvas["height"], "width": canvas["width"],
            "viewingHint": hint.map(JSONValue.string), "service": canvas["service"],
            "images": .array(paintings.map(painting)), "otherContent": .list(lists),
        ]
    }

    private func painting(_ painting: JSONValue) -> JSONValue {
        let body = painting["body"] ?? .null
        let items = body.elements(of: "items").map(image)
        // https://iiif.io/api/presentation/2.1/#alternative-image-resources
        let choice: JSONValue = [
            "@type": "oa:Choice", "default": items.first, "item": .array(Array(items.dropFirst())),
        ]
        return [
            "@id": painting["id"], "@type": "oa:Annotation", "motivation": "sc:painting",
            "resource": items.isEmpty ? image(body) : choice, "on": painting["target"],
        ]
    }

    /// Converts an image to the same image in version 2 of the Image API, the only one that older viewers know.
    private func image(_ body: JSONValue) -> JSONValue {
        let newer = body["service"]?.elements?.first?["id"]?.textValue ?? ""
        let service = writer.addresses.image(newer.parts(at: "/").last.map(String.init) ?? "", version: 2)
        return [
            "@id": "\(service)/full/full/0/default.jpg", "@type": "dctypes:Image", "label": body["label"].map(words),
            "format": body["format"], "height": body["height"], "width": body["width"],
            "service": [
                "@context": "http://iiif.io/api/image/2/context.json", "@id": .string(service),
                "profile": "http://iiif.io/api/image/2/level2.json",
            ],
            ChoiceItem.property: body[ChoiceItem.property],
        ]
    }

    private func annotation(_ annotation: JSONValue) -> JSONValue {
        let target = annotation["target"]
        func value(of type: String) -> JSONValue? {
            target?["selector"]?.elements?.first { $0["type"] == .string(type) }?["value"]
        }
        let choice: JSONValue = [
            "@type": "oa:Choice", "default": ["@type": "oa:FragmentSelector", "value": value(of: "FragmentSelector")],
            "item": ["@type": "oa:SvgSelector", "value": value(of: "SvgSelector")],
        ]
        let manifest: JSONValue = ["@id": .string(writer.addresses.manifest), "@type": "sc:Manifest"]
        let on: JSONValue = [
            "@type": "oa:SpecificResource", "full": target?["source"]?["id"], "selector": choice, "within": manifest,
            "styleClass": target?["styleClass"],
        ]
        return [
            "@id": annotation["id"], "@type": "oa:Annotation", "motivation": .array(["oa:commenting", "oa:tagging"]),
            "label": annotation["label"].map(words), "resource": .array(resources(of: annotation)), "on": .array([on]),
        ]
    }

    /// Converts bodies to resources. The tags name the categories in `partOf`, in the same order. In version 2, a tag
    /// gets the address of its category.
    private func resources(of annotation: JSONValue) -> [JSONValue] {
        var categories = annotation.elements(of: "partOf")[...]
        return annotation.elements(of: "body").map { body in
            let isTag = body["purpose"] == "tagging"
            let category = isTag ? categories.popFirst() : nil
            return [
                "@id": category?["id"], "@type": .string(isTag ? "oa:Tag" : "dctypes:Text"), "format": "text/plain",
                "chars": body["value"], "language": body["language"], "purpose": body["purpose"],
                "styleClass": category?["styleClass"],
            ]
        }
    }

    /// Returns a range followed by all nested ranges. Each lists the addresses of its parts.
    private func ranges(_ range: JSONValue) -> [JSONValue] {
        let items = range.elements(of: "items")
        let inner = items.filter { $0["type"] == "Range" }
        let canvases = items.filter { $0["type"] == "Canvas" }.compactMap { $0["id"] }
        let own: JSONValue = [
            "@id": range["id"], "@type": "sc:Range", "label": range["label"].map(words),
            "ranges": inner.isEmpty ? nil : .array(inner.compactMap { $0["id"] }),
            "canvases": .list(canvases),
        ]
        return [own] + inner.flatMap(ranges)
    }
}

extension JSONValue {
    /// Returns the elements of the array with a key, or an empty array if there is none.
    fileprivate func elements(of key: String) -> [JSONValue] { self[key]?.elements ?? [] }
}
