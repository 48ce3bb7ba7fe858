import DocumentModel
import Foundation

/// The addresses that this program adds by itself to the manifests that it serves, so that they are not taken for the
/// document's own when such a manifest is read.
struct GeneratedAddresses {
    private let addresses: PresentationAddresses
    private let links: Set<String>

    /// - Parameter manifest: The address of a manifest; nil unless it is of the form that ours have.
    init?(manifest: String?) {
        guard let manifest, manifest.hasSuffix("/manifest.json"),
            let root = manifest.range(of: "/iiif/presentation/3/", options: .backwards)
        else { return nil }
        let document = manifest[root.upperBound...].dropLast("/manifest.json".count)
        guard Identifier.isValid(String(document)) else { return nil }
        let base = String(manifest[..<root.lowerBound])
        addresses = PresentationAddresses(base: base, document: String(document))
        links = Set(
            [false, true].flatMap { isOfFiles in
                let form = PresentationAddresses(base: base, document: String(document), isOfFiles: isOfFiles)
                return [
                    form.viewer, form.plain, form.api, form.clauses, form.glossary, form.download("pdf"),
                    form.download("txt"),
                ]
            })
    }

    /// Whether it is the address of the viewer, of the plain page or of the web API.
    func isLink(_ address: String) -> Bool { links.contains(address) }

    /// Whether it stands for the document's holder, who is among the metadata.
    func isHolder(_ address: String?) -> Bool { address == addresses.provider }

    /// Whether it stands for a provider without an address.
    func isProvider(_ address: String) -> Bool { address.hasPrefix(addresses.provider + "-") }

    /// Whether all that a value refers to lies with the manifest: services, thumbnails and the collection.
    func isServed(_ node: SourceNode) -> Bool {
        let referred = node.list
        return !referred.isEmpty && referred.allSatisfy { $0.address?.hasPrefix(addresses.base + "/") ?? false }
    }
}
