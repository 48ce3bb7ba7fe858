import DocumentModel
import Foundation

/// The addresses that this program adds to the manifests it serves. They are recognised when such a manifest is read,
/// so that they are not taken for the document's own.
struct GeneratedAddresses {
    private let addresses: PresentationAddresses
    private let links: Set<String>

    /// - Parameter manifest: The address of a manifest. The result is nil if it does not have the form of our
    ///   addresses.
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

    /// Whether an address is that of the viewer, the plain page, the web API or a download.
    func isLink(_ address: String) -> Bool { links.contains(address) }

    /// Whether an address stands for the document's holder, who is also listed in the metadata.
    func isHolder(_ address: String?) -> Bool { address == addresses.provider }

    /// Whether an address stands for a provider that has no address of its own.
    func isProvider(_ address: String) -> Bool { address.hasPrefix(addresses.provider + "-") }

    /// Whether all addresses in a value are on the same server as the manifest, as services, thumbnails and collections
    /// are.
    func isServed(_ node: SourceNode) -> Bool {
        let referred = node.list
        return !referred.isEmpty && referred.allSatisfy { $0.address?.hasPrefix(addresses.base + "/") ?? false }
    }
}
