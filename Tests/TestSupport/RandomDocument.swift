import ClauseStore
import DocumentFormats
package import DocumentModel
import Foundation

/// A document of one blank page of 5000 x 4000 with random star-shaped regions.
package enum RandomDocument {
    package static func make(clauses: Int, vertices: Int = 20) throws -> SourceDocument {
        let folder = try TemporaryFolder()
        for file in files(clauses: clauses, vertices: vertices) { try folder.write(file.name, file.bytes) }
        return try withExtendedLifetime(folder) { try SourceFolder.read(folder.url.path) }
    }

    package static func files(clauses: Int, vertices: Int) -> [SourceFile] {
        let description = """
            {"id":"random","title":"Random","language":"en","languages":["en"],
             "pages":[{"width":5000,"height":4000}]}
            """
        var entries: [String] = []
        var texts: [String] = []
        for number in 0..<clauses {
            let regions = (0..<(number.isMultiple(of: 5) ? 2 : 1)).map { _ in
                #"{"page":1,"polygon":[\#(star(vertices: vertices))]}"#
            }
            let list = regions.joined(separator: ",")
            entries.append(#"{"id":"c\#(number)","number":"\#(number)","kind":"clause","regions":[\#(list)]}"#)
            texts.append(#""c\#(number)":{"title":"Clause \#(number)","translation":"What \#(number) says."}"#)
        }
        return [
            SourceFile(name: "document.json", bytes: Data(description.utf8)),
            SourceFile(name: "clauses.json", bytes: Data("[\(entries.joined(separator: ",\n"))]".utf8)),
            SourceFile(name: "texts/en.json", bytes: Data("{\(texts.joined(separator: ",\n"))}".utf8)),
        ]
    }

    private static func star(vertices: Int) -> String {
        let (x, y) = (Double.random(in: 300...4700), Double.random(in: 300...3700))
        let reach = Double.random(in: 20...290)
        return (0..<vertices).map { step in
            let angle = 2 * Double.pi * Double(step) / Double(vertices)
            let radius = reach * Double.random(in: 0.3...1)
            let vertex = (x: x + radius * cos(angle), y: y + radius * sin(angle))
            return "[\((vertex.x * 100).rounded() / 100),\((vertex.y * 100).rounded() / 100)]"
        }.joined(separator: ",")
    }
}
