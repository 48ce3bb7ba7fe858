import ClauseStore
import DocumentLibrary
import Foundation

/// A library for searches: `harbour` in four languages, whose third clause is on two pages; `rivers`, with 230 similar
/// clauses; `draft`, a draft. All pages are blank paper.
enum SearchLibrary {
    private static let made = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-search-\(UUID().uuidString)")
        let library = try Library(path: folder.appending(path: "library").path(), access: .write)
        for (name, files) in ["harbour": harbour, "rivers": rivers, "draft": draft] {
            let source = folder.appending(path: name)
            for (path, value) in files {
                let file = source.appending(path: path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try JSONSerialization.data(withJSONObject: value).write(to: file)
            }
            _ = try library.add(.folder(source.path()))
        }
        removedAtExit = folder.path()
        atexit {
            if let path = SearchLibrary.removedAtExit { try? FileManager.default.removeItem(atPath: path) }
        }
        return library
    }

    // Safe because it is written once, before the handler that reads it is registered.
    nonisolated(unsafe) private static var removedAtExit: String?

    static func library() throws -> Library { try made.get() }

    /// The number of clauses of `rivers`.
    static let riverCount = 230

    static let texts: [String: [String: [String: String]]] = [
        "en": [
            "1": [
                "title": "A lamp at the gate",
                "translation": "Whoever keeps the harbour keeps a lamp lit at the gate until morning.",
            ],
            "2": [
                "title": "Bread for the stranger",
                "translation":
                    "No stranger leaves the harbour without bread and water. Bread keeps; bread is baked twice.",
            ],
            "3": [
                "title": "The captain’s oath", "context": "Written into book A-12, beside the words of the harbour.",
            ],
        ],
        "el": [
            "1": ["title": "Λυχνάρι στην πύλη", "translation": "Όποιος φυλάει το λιμάνι κρατά λυχνάρι ως το πρωί."],
            "2": ["title": "Ψωμί για τον ξένο", "translation": "Ψωμί και νερό για όλους τους ξένους."],
        ],
        "ar": [
            "1": [
                "title": "مصباح عند الباب", "translation": "من يحرس الميناء يُبقي مصباحًا مُضاءً عند الباب حتى الصباح.",
                "transcription": "ليكن على بـــاب الميناء مصباحٌ حتى يطلع الفجر.",
            ],
            "3": ["title": "قسم القبطان"],
        ],
        "zh": [
            "1": ["title": "门前一盏灯", "translation": "守港的人要在门前点一盏灯，直到天亮。水手认得那灯光。"],
            "2": ["title": "给外乡人的面包", "translation": "外乡人离开港口时都要带上面包和水。"],
        ],
    ]

    private static func about(_ id: String, _ more: [String: Any]) -> [String: Any] {
        let common: [String: Any] = [
            "id": id, "status": "published", "language": "en", "languages": ["en"],
            "pages": [["width": 1_000, "height": 800], ["width": 500, "height": 400]],
        ]
        return common.merging(more) { _, new in new }
    }

    private static func clause(_ id: String, pages: [Int] = [1], top: Int = 0) -> [String: Any] {
        let box = [[10, top], [300, top], [300, top + 3], [10, top + 3]]
        return [
            "id": id, "number": id, "categories": ["all-of-them"],
            "regions": pages.map { ["page": $0, "polygon": box] },
        ]
    }

    private static var categories: [[String: Any]] {
        [["id": "all-of-them", "label": ["en": "All"], "style": "filled", "includedInAll": true]]
    }

    private static var harbour: [String: Any] {
        var files: [String: Any] = [
            "document.json": about(
                "harbour",
                [
                    "title": ["en": "Rules of the harbour", "zh": "港口规约"], "language": "ar",
                    "languages": ["en", "el", "ar", "zh"],
                ]),
            "categories.json": categories,
            "clauses.json": [clause("1"), clause("2", top: 10), clause("3", pages: [1, 2], top: 20)],
        ]
        for (language, texts) in texts { files["texts/\(language).json"] = texts }
        return files
    }

    private static var rivers: [String: Any] {
        let numbers = 1...riverCount
        let texts = numbers.map { (String($0), ["title": "River \($0)", "translation": "The water of river \($0)."]) }
        return [
            "document.json": about("rivers", ["title": "Rivers"]), "categories.json": categories,
            "clauses.json": numbers.map { clause(String($0), top: 3 * $0) },
            "texts/en.json": Dictionary(uniqueKeysWithValues: texts),
        ]
    }

    private static var draft: [String: Any] {
        [
            "document.json": about("draft", ["title": "Draft", "status": "draft"]), "categories.json": categories,
            "clauses.json": [clause("1")], "texts/en.json": ["1": ["title": "A secret river"]],
        ]
    }
}
