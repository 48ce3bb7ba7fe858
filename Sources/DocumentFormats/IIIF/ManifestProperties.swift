import DocumentModel

/// Reads the properties of a manifest that documents keep unchanged. What is left out is noted with its path.
struct ManifestProperties {
    private let generated: GeneratedAddresses?
    private(set) var properties = PresentationProperties()
    /// The collections named by a manifest that this program wrote.
    private(set) var collections: [CollectionReference] = []

    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - generated: The addresses that do not belong to the document itself.
    ///   - notes: Receives notes on what is left out.
    init(_ manifest: SourceObject, generated: GeneratedAddresses?, _ notes: inout ImportNotes) {
        self.generated = generated
        // In version 2, some properties are on the sequence.
        let sequence = manifest["sequences"].list.first?.asObject
        func stated(_ keys: [String]) -> SourceNode {
            let objects = [manifest] + (sequence.map { [$0] } ?? [])
            let nodes = objects.flatMap { object in keys.map { object[$0] } }
            return nodes.first { !$0.isNothing } ?? manifest[keys[0]]
        }
        properties.behavior = Self.behaviors(stated(["behavior", "viewingHint"]), &notes)
        let direction = stated(["viewingDirection"])
        if !direction.isNothing {
            properties.viewingDirection = direction.asString.flatMap(ViewingDirection.init)
            if properties.viewingDirection == nil {
                notes.add("a viewing direction that IIIF does not have is left out", at: direction.path.description)
            }
        }
        let date = manifest["navDate"]
        if !date.isNothing {
            properties.navDate = date.asString.flatMap { PresentationLimits.isDate($0) ? $0 : nil }
            if properties.navDate == nil {
                notes.add(
                    "navDate is left out, as it is not \(PresentationLimits.dateRule)",
                    at: date.path.description)
            }
        }
        properties.homepage = links(manifest.first("homepage", "related").list, .homepage, &notes)
        properties.seeAlso = links(manifest["seeAlso"].list, .seeAlso, &notes)
        properties.rendering = links(
            manifest["rendering"].list + (sequence?["rendering"].list ?? []), .rendering, &notes)
        for node in manifest["provider"].list { readProvider(node, &notes) }
        if generated != nil { readCollections(manifest["partOf"]) }
        noteRest(manifest, sequence, &notes)
    }

    private mutating func readCollections(_ node: SourceNode) {
        for collection in node.list {
            guard let id = collection.address.flatMap(PresentationAddresses.collectionID),
                !collections.contains(where: { $0.id == id }), collections.count < CollectionPath.limit
            else { continue }
            let label = collection.asObject.flatMap { LanguageValues.read($0["label"]) }
            collections.append(
                CollectionReference(id: id, label: label.flatMap { PresentationLimits.isText($0) ? $0 : nil }))
        }
    }

    /// Notes the keys of a manifest that are not imported.
    private func noteRest(_ manifest: SourceObject, _ sequence: SourceObject?, _ notes: inout ImportNotes) {
        var known: Set<String> = [
            "@context", "@id", "@type", "id", "type", "label", "metadata", "provider", "annotations", "structures",
            "viewingDirection", "navDate", "seeAlso", "rendering",
        ]
        for (newer, older) in [
            ("summary", "description"), ("requiredStatement", "attribution"), ("rights", "license"),
            ("homepage", "related"), ("behavior", "viewingHint"),
        ] {
            known.insert(manifest[newer].isNothing ? older : newer)
        }
        known.insert(sequence == nil ? "items" : "sequences")
        for key in ["thumbnail", "service", "partOf"] where generated?.isServed(manifest[key]) ?? false {
            known.insert(key)
        }
        notes.leaveOut(from: manifest, "the manifest", besides: known)
        guard let sequence else { return }
        var taken: Set<String> = ["@context", "@id", "@type", "canvases", "rendering"]
        if manifest["behavior"].isNothing, manifest["viewingHint"].isNothing { taken.insert("viewingHint") }
        if manifest["viewingDirection"].isNothing { taken.insert("viewingDirection") }
        notes.leaveOut(from: sequence, "a sequence", besides: taken)
        for further in manifest["sequences"].list.dropFirst() { notes.leaveOut(further, "a further sequence") }
    }

    /// Reads the behaviors of a manifest or range.
    static func behaviors(_ node: SourceNode, _ notes: inout ImportNotes) -> [String] {
        var behaviors: [String] = []
        for element in node.list {
            if let text = element.asString, PresentationLimits.isBehavior(text),
                behaviors.count < PresentationLimits.behaviors
            {
                behaviors.append(text)
            } else {
                notes.leaveOut(element, "a behavior")
            }
        }
        return behaviors
    }

    /// Reads the behaviors of a canvas.
    static func pageBehaviors(_ node: SourceNode, _ notes: inout ImportNotes) -> [String] {
        let behaviors = behaviors(node, &notes)
        if PresentationLimits.areOfOnePage(behaviors) { return behaviors }
        notes.add("a canvas is non-paged and not facing-pages, as it cannot be both", at: node.path.description)
        return behaviors.filter { $0 != "facing-pages" }
    }

    private mutating func readProvider(_ node: SourceNode, _ notes: inout ImportNotes) {
        let object = node.asObject
        if let object, let generated, generated.isHolder(object.node.address) { return }
        guard let object, let label = LanguageValues.read(object["label"]), PresentationLimits.isText(label),
            properties.provider.count < PresentationLimits.providers
        else { return notes.leaveOut(node, "a provider without a name, or beyond \(PresentationLimits.providers),") }
        var provider = Provider(label: label)
        if let address = object.node.address, generated?.isProvider(address) != true {
            provider.id = WebAddress.isValid(address) ? address : nil
            if provider.id == nil { Self.noteAddress(object.first("id", "@id"), &notes) }
        }
        provider.homepage = links(object["homepage"].list, .homepage, &notes)
        provider.logo = links(object["logo"].list, .logo, &notes)
        provider.seeAlso = links(object["seeAlso"].list, .seeAlso, &notes)
        notes.leaveOut(
            from: object, "a provider",
            besides: ["id", "@id", "type", "@type", "label", "homepage", "logo", "seeAlso"])
        properties.provider.append(provider)
    }

    private static func noteAddress(_ node: SourceNode, _ notes: inout ImportNotes) {
        notes.add("an address is left out, as it is not \(WebAddress.rule)", at: node.path.description)
    }

    /// Reads links: objects or, in version 2, bare addresses. Skips links that this program adds to every manifest.
    private func links(_ nodes: [SourceNode], _ kind: WebLink.Kind, _ notes: inout ImportNotes) -> [WebLink] {
        var links: [WebLink] = []
        for node in nodes {
            guard let address = node.address, WebAddress.isValid(address) else {
                Self.noteAddress(node, &notes)
                continue
            }
            if generated?.isLink(address) == true { continue }
            guard links.count < PresentationLimits.links else {
                notes.add("links beyond \(PresentationLimits.links) of a kind are left out", at: node.path.description)
                continue
            }
            links.append(node.asObject.map { Self.link(address, $0, kind, &notes) } ?? WebLink(id: address))
        }
        return links
    }

    private static func link(
        _ address: String, _ object: SourceObject, _ kind: WebLink.Kind, _ notes: inout ImportNotes
    ) -> WebLink {
        func name(_ key: String) -> String? {
            let node = object[key]
            if node.isNothing { return nil }
            if let text = node.asString, PresentationLimits.isName(text) { return text }
            notes.leaveOut(node, "\(key) of a link")
            return nil
        }
        var link = WebLink(id: address, format: name("format"), profile: name("profile"))
        link.type = object.types.first.flatMap { PresentationLimits.isName($0) ? kind.stated($0) : nil }
        if let label = LanguageValues.read(object["label"]), label != LanguageMap(plain: address) {
            if PresentationLimits.isText(label) {
                link.label = label
            } else {
                notes.leaveOut(object["label"], "a long label")
            }
        }
        for language in object["language"].list {
            if let tag = language.asString, LanguageTag.isValid(tag), link.language.count < PresentationLimits.languages
            {
                link.language.append(tag)
            } else {
                notes.leaveOut(language, "a value that is not a language tag")
            }
        }
        notes.leaveOut(
            from: object, "a link",
            besides: ["id", "@id", "type", "@type", "label", "format", "profile", "language", "@context"])
        return link
    }
}
