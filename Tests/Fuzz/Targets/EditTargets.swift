import Foundation

@testable import DocumentFormats
@testable import DocumentModel

extension FuzzTarget {
    static let edits = [FuzzTarget(name: "edit") { readEdit($0) }]

    private static func readEdit(_ bytes: UnsafeRawBufferPointer) {
        guard let edit = try? Edit(json: bytes.data) else { return }
        for operation in edit.operations {
            let path = operation.path
            require(FieldPath(path.description) == path, "the path \(path) is read back as another")
            let normal = FieldValue.normal(operation.after, of: path)
            require(FieldValue.normal(normal, of: path) == normal, "the normal form of \(path) has another one")
            let text = EditOperation(path: path, before: operation.before, after: normal).json.compactText
            let again = try? JSONParser.parse(Data(text.utf8))
            require(again?["after"] == normal, "\(path) is kept as \(text)")
            _ = FieldValue.vertexCount(normal)
            do throws(EditFault) {
                try FieldValue.check(normal, of: path, page: (width: 1000, height: 800), limits: EditLimits())
            } catch {
                require(error.path.utf8.starts(with: path.description.utf8), "a fault of \(path) at \(error.path)")
                require(!error.description.contains("\n"), "a fault on several lines")
            }
        }
    }
}
