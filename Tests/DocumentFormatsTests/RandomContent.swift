import Foundation
import ImageGeometry
import TestSupport

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// Documents for round trips: several pages, languages and scripts, clauses on two pages, holes, hidden categories.
enum RandomContent {
    static let languages = ["en", "fr", "el", "ar", "zh-Hans", "und"]

    /// Returns a document determined by the seed.
    ///
    /// Fields that no linked format represents (palette, icons, a draft's status) are omitted.
    ///
    /// - Parameter isOlder: Whether version 2 of IIIF Presentation must be able to represent all of it.
    static func document(
        seed: UInt64, clauses clauseCount: Int = 25, isOlder: Bool = false
    ) throws -> SourceDocument {
        var random = Seeded(seed)
        let own = ["la", "en", "grc"].randomElement(using: &random) ?? "la"
        let languages = Array(languages.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
        let pages = (1...Int.random(in: 1...3, using: &random)).map { number in
            SourcePage(
                number: number, label: map(&random), image: nil, width: Int.random(in: 500...9000, using: &random),
                height: Int.random(in: 500...9000, using: &random),
                pixelsPerMillimetre: Bool.random(using: &random) ? 11.8 : nil)
        }
        var categories: [Category] = []
        for number in 0..<Int.random(in: 0...5, using: &random) {
            let label = map(&random) ?? LanguageMap(plain: "Theme \(number)")
            categories.append(
                Category(
                    id: "theme-\(number)", label: label, icon: nil, style: number == 3 ? .outline : .filled,
                    includedInAll: number != 3))
        }
        var texts: [String: [String: ClauseText]] = [:]
        let clauses = (1...clauseCount).map { number -> Clause in
            let id = ["c\(number)", "\(number)", "note.\(number)"].randomElement(using: &random) ?? "c"
            for language in Set(languages + [own]) where Bool.random(using: &random) {
                let isOwn = language == own
                let text = ClauseText(
                    title: isOwn ? nil : optional(&random), translation: isOwn ? nil : optional(&random),
                    context: isOwn ? nil : optional(&random), transcription: isOwn ? optional(&random) : nil)
                if text != ClauseText() { texts[language, default: [:]][id] = text }
            }
            // The last theme of the menu has a clause, so that its style is written.
            let chosen = categories.filter { $0.id == "theme-3" && number == 1 || Bool.random(using: &random) }
            return Clause(
                id: id, number: Bool.random(using: &random) ? "\(number)" : nil,
                kind: Int.random(in: 0...4, using: &random) == 0 ? .detail : .clause, incipit: optional(&random),
                categories: chosen.map(\.id).shuffled(using: &random), regions: regions(on: pages, &random))
        }
        let header = DocumentHeader(
            id: "random-\(seed)", title: map(&random) ?? "Random", summary: map(&random), holder: map(&random),
            shelfmark: optional(&random), date: map(&random),
            rights: Bool.random(using: &random) ? "https://creativecommons.org/licenses/by/4.0/" : nil,
            attribution: map(&random), credits: Bool.random(using: &random) ? ["en": "Ada", "fr": "Zoé"] : [:],
            status: .published, language: own,
            languages: languages.filter { $0 != own } + [own].filter(languages.contains),
            palette: nil, mark: nil, presentation: presentation(pages, isOlder: isOlder, &random))
        return try DocumentDraft(header: header, pages: pages, categories: categories, clauses: clauses, texts: texts)
            .document()
    }

    private static let words = [
        "freedom", "Église", "ἐλευθερία", "حرية", "自由", "<b>not bold</b>", "a & b", "\"quoted\"", "line\nbreak", "x; y",
        "🜲", "1 < 2", "\u{202E}turned", "c:\\path", "&amp;", "e\u{301}",
    ]

    private static func text(_ random: inout Seeded) -> String {
        (0..<Int.random(in: 1...6, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
            .joined(separator: " ")
    }

    private static func optional(_ random: inout Seeded) -> String? {
        Bool.random(using: &random) ? text(&random) : nil
    }

    private static func map(_ random: inout Seeded) -> LanguageMap? {
        switch Int.random(in: 0...3, using: &random) {
        case 0: nil
        case 1: LanguageMap(plain: text(&random))
        default:
            LanguageMap(
                Dictionary(
                    languages.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)).map {
                        ($0, text(&random))
                    }
                ) { first, _ in first })
        }
    }

    private static func presentation(
        _ pages: [SourcePage], isOlder: Bool, _ random: inout Seeded
    ) -> PresentationProperties? {
        var properties = PresentationProperties()
        properties.behavior = [["paged"], [], ["continuous"]].randomElement(using: &random) ?? []
        properties.viewingDirection = (ViewingDirection.allCases + []).randomElement(using: &random)
        properties.navDate = Bool.random(using: &random) ? "1215-06-15T00:00:00Z" : nil
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let keys = (languages + ["none"]).shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
            var texts: [String: [String]] = [:]
            for key in keys { texts[key] = (0..<Int.random(in: 1...3, using: &random)).map { _ in text(&random) } }
            guard let value = LanguageTexts(texts) else { continue }
            properties.metadata.append(MetadataEntry(label: map(&random) ?? "Creator", value: value))
        }
        properties.homepage = links(&random, isOlder: isOlder)
        properties.seeAlso = links(&random, isOlder: isOlder)
        properties.rendering = links(&random, isOlder: isOlder)
        for number in 0..<(isOlder ? 0 : Int.random(in: 0...2, using: &random)) {
            properties.provider.append(
                Provider(
                    id: number == 0 ? nil : "https://id.example/\(number)", label: map(&random) ?? "A library",
                    homepage: links(&random, isOlder: false), logo: links(&random, isOlder: false),
                    seeAlso: links(&random, isOlder: false)))
        }
        properties.structures = contents(pages, depth: 1, isOlder: isOlder, &random)
        return properties.isEmpty ? nil : properties
    }

    private static func links(_ random: inout Seeded, isOlder: Bool) -> [WebLink] {
        (0..<Int.random(in: 0...2, using: &random)).map { number in
            WebLink(
                id: "https://example.com/\(number)?a=b", type: isOlder || number == 0 ? nil : "Model",
                label: map(&random), format: Bool.random(using: &random) ? "application/pdf" : nil,
                profile: Bool.random(using: &random) ? "https://example.com/profile" : nil,
                language: isOlder || number == 0 ? [] : ["en", "zh-Hans"])
        }
    }

    private static func contents(
        _ pages: [SourcePage], depth: Int, isOlder: Bool, _ random: inout Seeded
    ) -> [ContentsEntry] {
        (0..<Int.random(in: 0...(depth > 3 ? 0 : 2), using: &random)).compactMap { number in
            let places = pages.filter { _ in Bool.random(using: &random) }.map { page in
                ContentsPlace(page: page.number, box: number == 0 ? [10.5, 20, 100, 200.25] : nil)
            }
            let items = contents(pages, depth: depth + 1, isOlder: isOlder, &random)
            if places.isEmpty, items.isEmpty { return nil }
            return ContentsEntry(
                label: map(&random), behavior: isOlder || number == 0 ? [] : ["sequence"], pages: places, items: items)
        }
    }

    /// Returns regions in order of their pages, some with holes, as stars with fractional coordinates.
    private static func regions(on pages: [SourcePage], _ random: inout Seeded) -> [Region] {
        let chosen = pages.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
        return chosen.flatMap { page in
            (0..<Int.random(in: 1...2, using: &random)).compactMap { _ in
                let x = Double.random(in: 200...Double(page.width - 200), using: &random)
                let y = Double.random(in: 200...Double(page.height - 200), using: &random)
                let holes = (0..<Int.random(in: 0...2, using: &random)).map { hole in
                    star(x + Double(hole * 20 - 10), y, 5, 8, &random)
                }
                let polygon = try? Polygon(outer: star(x, y, 100, 190, &random), holes: holes)
                return polygon.map { Region(page: page.number, polygon: $0) }
            }
        }
    }

    private static func star(
        _ x: Double, _ y: Double, _ inner: Double, _ outer: Double, _ random: inout Seeded
    ) -> [Point] {
        let count = Int.random(in: 3...30, using: &random)
        let direction = Bool.random(using: &random) ? 1.0 : -1
        return (0..<count).map { step in
            let angle = direction * 2 * Double.pi * Double(step) / Double(count)
            let radius = Double.random(in: inner...outer, using: &random)
            let point = Point(x: x + radius * cos(angle), y: y + radius * sin(angle))
            // Coordinates of every precision: whole, hundredths, and unrounded.
            switch Int.random(in: 0...2, using: &random) {
            case 0: return Point(x: point.x.rounded(), y: point.y.rounded())
            case 1: return Point(x: (point.x * 100).rounded() / 100, y: (point.y * 100).rounded() / 100)
            default: return point
            }
        }
    }
}
