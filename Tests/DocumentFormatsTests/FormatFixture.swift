import Foundation
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// Reads files of other formats as `explore add` does.
enum FormatFixture {
    /// Writes a text into a file and reads it.
    static func read(
        _ text: String, named name: String = "file.json", images: [Int: SourceImage] = [:], id: String? = nil
    ) throws -> ImportedDocument {
        let folder = try TemporaryFolder()
        try folder.write(name, Data(text.utf8))
        return try withExtendedLifetime(folder) {
            try #require(try RecognisedSource.recognise(folder.path(name))).read(id: id, images: images)
        }
    }

    /// Reads a file of the shared data.
    static func read(shared path: String, images: [Int: SourceImage] = [:]) throws -> ImportedDocument {
        try #require(try RecognisedSource.recognise(SharedData.url(path).path)).read(images: images)
    }

    /// Returns the only line of the faults of a text.
    static func faultLine(_ text: String, named name: String = "file.json") throws -> String {
        let faults = try #require(throws: SourceFaults.self) { try read(text, named: name) }
        #expect(faults.lines.count == 1, "\(faults)")
        let line = try #require(faults.lines.first)
        #expect(!line.contains { $0.isNewline }, "\(line)")
        return line
    }

    /// Returns a manifest of one canvas of 1000 x 800 with these annotations.
    static func manifest(_ annotations: String, canvas: String = "https://example.org/psalter/canvas/1") -> String {
        """
        {"@context":"http://iiif.io/api/presentation/3/context.json","id":"https://example.org/psalter/manifest.json",
         "type":"Manifest","label":{"en":["A psalter"]},"items":[{"id":"\(canvas)","type":"Canvas","width":1000,
         "height":800,"items":[],"annotations":[{"id":"https://example.org/psalter/page/1","type":"AnnotationPage",
         "items":[\(annotations)]}]}]}
        """
    }

    /// Returns an annotation with a target and bodies, both as JSON.
    static func annotation(_ target: String, body: String = "[]", id: String = "https://example.org/a/1") -> String {
        #"{"id":"\#(id)","type":"Annotation","motivation":"commenting","body":\#(body),"target":\#(target)}"#
    }

    /// Returns a target with an SvgSelector of this drawing.
    static func drawing(_ svg: String) -> String {
        let value = svg.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return """
            {"type":"SpecificResource","source":"https://example.org/psalter/canvas/1",
             "selector":{"type":"SvgSelector","value":"\(value)"}}
            """
    }
}

extension SourceDocument {
    /// The clauses without places of words, which some formats cannot represent.
    var clausesWithoutLinks: [Clause] {
        clauses.map { clause in
            var clause = clause
            clause.words = []
            return clause
        }
    }

    /// The texts without phrases, which some formats cannot represent.
    var textsWithoutLinks: [String: [String: ClauseText]] {
        texts.mapValues { texts in
            texts.mapValues { text in
                var text = text
                text.phrases = []
                return text
            }
        }
    }
}
