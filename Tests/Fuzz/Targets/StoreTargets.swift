import FileSupport
import Foundation

@testable import ObjectStore

extension FuzzTarget {
    static let stores = [FuzzTarget(name: "store") { readStore($0) }]

    /// The responses of an object store, and the files of credentials.
    private static func readStore(_ bytes: UnsafeRawBufferPointer) {
        let rest = bytes.rest
        switch bytes.choice % 4 {
        case 0:
            guard let xml = StoreXML(rest) else { return }
            checkBounds(xml, depth: 1)
            require(StoreXML(Array(written(xml).utf8)) == xml, "XML is not read back unchanged")
        case 1:
            if let range = ContentRange(rest.text) {
                require(!range.bytes.isEmpty && range.bytes.upperBound <= range.totalByteCount, "\(range)")
            }
            if let decoded = PercentEncoding.decode(rest.text) {
                require(PercentEncoding.decode(PercentEncoding.encode(decoded)) == decoded, "\(decoded)")
            }
            _ = ObjectStore.time(rest.text)
        case 2:
            guard let file = try? ProfileFile(text: rest.text, path: "config") else { return }
            require(
                file.sections.values.allSatisfy { $0.keys.allSatisfy { !$0.contains("\n") } }, "a name of two lines")
        default:
            guard let address = try? StoreAddress(rest.text) else { return }
            require((try? StoreAddress(address.description)) == address, "\(address)")
            require((try? address.key("a")) != nil, "no key below \(address)")
        }
    }

    private static func checkBounds(_ xml: StoreXML, depth: Int) {
        require(depth <= StoreXML.depthLimit, "an element at depth \(depth)")
        for child in xml.children { checkBounds(child, depth: depth + 1) }
    }

    private static func written(_ xml: StoreXML) -> String {
        "<\(xml.name)>\(xml.children.map(written).joined())\(MarkupEscaping.xml(xml.text))</\(xml.name)>"
    }
}
