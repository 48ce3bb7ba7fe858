import Foundation
import HTTPTypes
import TestSupport
import Testing
import WebDocuments

@testable import ExplorerServer

@Suite struct DownloadRoutesTests {
    private static let sample = "/api/documents/magna-carta"

    @Test func `a clause downloads as PDF and text in the requested languages`() async throws {
        try await SampleServer.test { server in
            let clause = "\(Self.sample)/clauses/39"
            let french = try await server.get("\(clause)/download.txt?lang=fr")
            let words = String(decoding: french.bytes, as: UTF8.self)
            #expect(words.contains("39. Juger avant de punir\n---") && words.contains("Nullus liber homo"))
            #expect(words.contains("Français courant") && !words.contains("No free man"))
            #expect(french.headers[.contentType] == "text/plain; charset=utf-8")

            let both = try await server.get("\(clause)/download.pdf?lang=en,fr")
            #expect(both.headers[.contentType] == "application/pdf")
            let pdf = try PDFReading(both.bytes)
            try pdf.check()
            let text = try pdf.text()
            for part in ["Judgement before punishment", "Nullus liber homo", "No free man", "Aucun homme libre"] {
                #expect(text.contains(part), "\(part)")
            }
            #expect(text.contains("version=1&clause=39") && text.contains("CC BY 4.0"))
            #expect(try pdf.info()["Title"]?.contains("39. Judgement") == true)
            #expect(try pdf.images().count == 1)
            // The picture is byte for byte the one that is served.
            let picture = try await server.get("\(clause)/image.jpg?width=1800")
            #expect(pdf.contains(picture.bytes))
        }
    }

    @Test func `a page's PDF has the served picture, and text where its clauses are`() async throws {
        try await SampleServer.test { server in
            let response = try await server.get("\(Self.sample)/pages/1/download.pdf?size=1000&lang=en")
            let pdf = try PDFReading(response.bytes)
            let picture = try await server.get("\(Self.sample)/pages/1/download.jpg?size=1000")
            #expect(picture.headers[.contentType] == "image/jpeg" && pdf.contains(picture.bytes))
            #expect(try pdf.images() == ["jpeg 750x1000"])
            let first = try pdf.text(page: 1)
            #expect(first.contains("Nullus liber homo capiatur"))
            // The box of a word is within its clause, in points of a page that is 841.89 high.
            let clause = try await server.get("\(Self.sample)/clauses/39?include=regions").json()
            let regions = try #require(clause["regions"] as? [[String: Any]])
            let corners = regions.flatMap { $0["polygon"] as? [[Double]] ?? [] }
            let scale = 841.89 / 8000
            let top = (corners.map { $0[1] }.min() ?? 0) * scale
            let bottom = (corners.map { $0[1] }.max() ?? 0) * scale
            let words = try pdf.boxes().prefix(8_000).filter { $0.word == "Nullus" || $0.word == "capiatur" }
            #expect(words.contains { $0.y >= top - 2 && $0.bottom <= bottom + 2 }, "\(words) \(top) \(bottom)")
        }
    }

    @Test func `a document's PDF has an outline, and is revalidated with a 304`() async throws {
        try await SampleServer.test { server in
            let response = try await server.get("\(Self.sample)/download.pdf?size=256&lang=fr")
            let pdf = try PDFReading(response.bytes)
            try pdf.check()
            let outline = try pdf.outline()
            #expect(outline.first?.title == "La Grande Charte (Magna Carta), 1215" && outline.first?.page == 1)
            let entry = try #require(outline.first { $0.title == "39. Juger avant de punir" })
            #expect(try pdf.text(page: entry.page).contains("39. Juger avant de punir"))
            #expect(outline.count > 74)
            let tag = try #require(response.headers[.eTag])
            let again = try await server.get(
                "\(Self.sample)/download.pdf?size=256&lang=fr", headers: [.ifNoneMatch: tag])
            #expect(again.status == .notModified && again.bytes.isEmpty)
            let other = try await server.get(
                "\(Self.sample)/download.pdf?size=257&lang=fr", headers: [.ifNoneMatch: tag])
            #expect(other.status == .ok)
        }
    }

    @Test func `downloads above the concurrency limit wait and succeed`() async throws {
        try await SampleServer.test { server in
            let address = "\(Self.sample)/download.pdf?size=256&lang=en"
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<(ServerLimits.longResponseCount + 3) {
                    group.addTask { try await server.get(address).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.allSatisfy { $0 == .ok }, "\(statuses)")
        }
    }

    @Test func `invalid parameters are rejected with the expected values`() async throws {
        try await SampleServer.test { server in
            for (path, status, words) in [
                ("download.pdf?lang=xx", 400, "lang is"),
                ("download.pdf?size=1", 400, "size is 1, expected 256 to 4000"),
                ("pages/1/download.jpg?size=4001", 400, "size is 4001"),
                ("download.txt?pages=2-1", 400, "pages is '2-1'"),
                ("download.pdf?pages=1-7", 404, "page is 7, expected 1 to 1"),
                ("pages/2/download.txt", 404, "page is 2"),
                ("pages/x/download.pdf", 404, "no page 'x'"), ("clauses/none/download.txt", 404, "no clause"),
                ("clauses/none/download.jpg", 404, "no clause"), ("download.txt?version=9", 404, "no version 9"),
            ] as [(String, Int, String)] {
                let response = try await server.get("\(Self.sample)/\(path)")
                #expect(response.status.code == status, "\(path)")
                let detail = try response.json()["detail"] as? String
                #expect(detail?.hasPrefix(words) == true, "\(path): \(detail ?? "")")
            }
            #expect(try await server.get("/api/documents/none/download.pdf").status == .notFound)
        }
    }

    @Test func `file names are safe in Content-Disposition, and complete in their UTF-8 form`() throws {
        #expect(
            FileDisposition.attachment("Charte n° 3/4.pdf")
                == "attachment; filename=\"Charte n_ 3_4.pdf\"; filename*=UTF-8''Charte%20n%C2%B0%203_4.pdf")
        for name in try HostileStrings.all() {
            let field = FileDisposition.attachment("\(name).pdf")
            #expect(field.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && field.utf8.count < 1_000)
            #expect(field.filter { $0 == "\"" }.count == 2 && !field.contains("/") && !field.contains("filename=\".."))
        }
    }
}
