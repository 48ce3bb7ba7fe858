import ClauseStore
import DocumentLibrary
import DocumentModel
import FileSupport
import Foundation

extension Doctor {
    /// Checks the library: whether it can be read, who can change it, and whether there are leftover files.
    func libraryFindings() -> [DoctorFinding] {
        guard FileManager.default.fileExists(atPath: library + "/library.sqlite") else {
            return [
                DoctorFinding(
                    .wrong, "library", "\(library): no library here",
                    advice: "make one: explore add SOURCE --library \(library)")
            ]
        }
        var seen = Seen()
        do {
            try Library(path: library, access: .read).store.forEachDocument(for: .administrator) {
                seen.look(at: $0, in: library)
            }
        } catch {
            return [
                DoctorFinding(
                    .wrong, "library", "\(error)",
                    advice: access(library + "/library.sqlite", R_OK) == 0
                        ? "explore verify reports the damage; restore a backup" : "let the server's user read it")
            ]
        }
        let counts = "documents: \(seen.documentCount), including drafts: \(seen.draftCount); pages: \(seen.pageCount)"
        return [DoctorFinding(.ok, "library", "\(library): \(counts)"), files(seen), rights(), leftovers()]
    }

    /// The counts collected from the documents.
    private struct Seen {
        var (documentCount, draftCount, pageCount, pyramidCount, missingCount) = (0, 0, 0, 0, 0)
        var firstMissing: String?

        mutating func look(at document: DocumentInfo, in library: String) {
            documentCount += 1
            draftCount += document.status == .draft ? 1 : 0
            pageCount += document.pages.count
            for pyramid in document.pages.flatMap(\.images).compactMap(\.pyramid) {
                pyramidCount += 1
                guard access(library + "/pyramids/" + pyramid, R_OK) != 0 else { continue }
                missingCount += 1
                firstMissing = firstMissing ?? pyramid
            }
        }
    }

    /// Checks whether every file that a page needs is readable. Does not check its content, as `explore verify` does.
    private func files(_ seen: Seen) -> DoctorFinding {
        guard let first = seen.firstMissing else {
            return DoctorFinding(.ok, "pyramids", "\(seen.pyramidCount) can be read")
        }
        return DoctorFinding(
            .wrong, "pyramids",
            "\(seen.missingCount) of \(seen.pyramidCount) cannot be read, such as pyramids/\(first)",
            advice: "let the server's user read it, or restore it from a backup; explore verify reports the damage")
    }

    /// Whether the current user can write to the library. The server needs no write access and should run without it.
    private func rights() -> DoctorFinding {
        let places = ["", "/library.sqlite", "/pyramids", "/originals"].map { library + $0 }
        let closed = places.filter { access($0, W_OK) != 0 }
        let mode = (try? FileManager.default.attributesOfItem(atPath: library))?[.posixPermissions] as? Int ?? 0
        if mode & 0o002 != 0 {
            return DoctorFinding(
                .wrong, "rights", "\(library) can be changed by any user of this machine",
                advice: "chmod o-w \(library)")
        }
        if closed.isEmpty { return DoctorFinding(.ok, "rights", "this user can read and change the library") }
        if closed.count == places.count {
            return DoctorFinding(.ok, "rights", "this user can read the library, but not change it")
        }
        return DoctorFinding(
            .wrong, "rights", "this user can change parts of the library, but not \(closed[0])",
            advice: "let one user own all of it: chown -R")
    }

    private func leftovers() -> DoctorFinding {
        let names = ["originals", "pyramids"].flatMap {
            (try? FileManager.default.contentsOfDirectory(atPath: library + "/" + $0)) ?? []
        }.filter { $0.contains(AtomicFile.partialMark) }
        return names.isEmpty
            ? DoctorFinding(.ok, "leftovers", "none")
            : DoctorFinding(
                .slow, "leftovers", "\(names.count) files that are incomplete or still being written",
                advice: "nothing: the next explore add removes them")
    }
}
