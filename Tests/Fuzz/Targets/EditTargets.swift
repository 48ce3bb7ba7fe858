import Foundation

@testable import DocumentFormats
@testable import DocumentModel

extension FuzzTarget {
    static let edits = [FuzzTarget(name: "edit") { readEdit($0) }]

    private static func readEdit(_ bytes: UnsafeRawBufferPointer) {
        guard let edit = try? Edit(json: bytes.data) else { return }
        for operation in edit.operations {
            let path = operation.path
            require(FieldPath(path.description) == path, "the path \(path) is not read back unchanged")
            let normal = FieldValue.normal(operation.after, of: path)
            require(FieldValue.normal(normal, of: path) == normal, "the normal form of \(path) is not normal itself")
            let text = EditOperation(path: path, before: operation.before, after: normal).json.compactText
            let readBack = try? JSONParser.parse(Data(text.utf8))
            require(readBack?["after"] == normal, "\(path) is kept as \(text)")
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

extension FuzzTarget {
    static let proposals = [FuzzTarget(name: "proposal") { readProposal($0) }]

    /// An annotation for a new clause, and for one with texts, a theme and a region.
    private static func readProposal(_ bytes: UnsafeRawBufferPointer) {
        guard let annotation = try? JSONParser.parse(bytes.data) else { return }
        let currentValues: [FieldPath: JSONValue] = [
            .clause("a", .existence): .bool(true), .clause("a", .number): .string("1"),
            .clause("a", .text(language: "en", purpose: .title)): .string("Weirs"),
            .clause("a", .categories): .array([.string("x")]),
        ]
        for clause in ["a", "new"] {
            let place = AnnotationChange.Place(
                document: "d", language: "la", languages: ["en", "fr"], categories: ["x": LanguageMap(plain: "Things")],
                page: 1, size: (1000, 800), imageID: "d-1"
            ) { FieldValue.normal(currentValues[$0] ?? .null, of: $0) }
            do {
                let change = try AnnotationChange(annotation, of: clause, isNew: clause == "new", at: place)
                let proposal = Proposal(
                    action: .replace, page: 1, clause: clause, annotation: annotation, editor: "Ada", at: "now",
                    operations: change.operations, notes: change.notes)
                for operation in change.operations {
                    require(operation.path.clauseID == clause, "\(operation.path) is of another clause")
                    require(operation.before != operation.after, "\(operation.path) does not change")
                }
                let path = FieldPath.proposal("p")
                let normal = FieldValue.normal(proposal.json, of: path)
                guard let readBack = try? Proposal(normal, at: path, limits: EditLimits()) else { continue }
                require(
                    readBack.operations == proposal.operations,
                    "the operations of a proposal are not read back unchanged")
                require(FieldValue.normal(readBack.json, of: path) == normal, "a proposal is not read back unchanged")
            } catch let fault as EditFault {
                require(!fault.description.contains("\n"), "a fault on several lines")
            } catch {
                require(false, "\(error)")
            }
        }
    }
}
