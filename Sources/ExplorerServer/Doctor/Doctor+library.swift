import ClauseStore
import DocumentLibrary
import Foundation

extension Doctor {
    /// The library: whether it can be read, by whom it can be changed, and what lies about in it.
    func libraryFindings() -> [DoctorFinding] {
        guard FileManager.default.fileExists(atPath: library + "/library.sqlite") else {
            return [
                DoctorFinding(
                    .wrong, "library", "\(library): no library here",
                    advice: "make one: explore add SOURCE --library \(library)")
            ]
        }
        let documents: [DocumentInfo]
        do {
            documents = try Library(path: library, access: .read).store.documents(for: .keeper)
        } catch {
            return [
                DoctorFinding(
                    .wrong, "library", "\(error)",
                    advice: access(library + "/library.sqlite", R_OK) == 0
                        ? "explore verify says more; a backup holds it as it was" : "let the server's user read it")
            ]
        }
        let pages = documents.reduce(0) { $0 + $1.pages.count }
        let drafts = documents.count { $0.status == .draft }
        let counts = "\(documents.count) documents (\(drafts) drafts), \(pages) pages"
        return [DoctorFinding(.ok, "library", "\(library): \(counts)"), files(of: documents), rights(), leftovers()]
    }

    /// Whether every file that a page needs is there and can be read; not whether it is whole, as `explore verify` does.
    private func files(of documents: [DocumentInfo]) -> DoctorFinding {
        let names = documents.flatMap(\.pages).compactMap(\.pyramid)
        let missing = names.filter { access(library + "/pyramids/" + $0, R_OK) != 0 }
        guard let first = missing.first else { return DoctorFinding(.ok, "pyramids", "\(names.count) can be read") }
        return DoctorFinding(
            .wrong, "pyramids", "\(missing.count) of \(names.count) cannot be read, such as pyramids/\(first)",
            advice: "let the server's user read it, or bring it back from a backup; explore verify says more")
    }

    /// Whether this user may change the library; the server need not, and better does not.
    private func rights() -> DoctorFinding {
        let places = ["", "/library.sqlite", "/pyramids", "/originals"].map { library + $0 }
        let closed = places.filter { access($0, W_OK) != 0 }
        let mode = (try? FileManager.default.attributesOfItem(atPath: library))?[.posixPermissions] as? Int ?? 0
        if mode & 0o002 != 0 {
            return DoctorFinding(
                .wrong, "rights", "\(library) can be changed by every user of this machine",
                advice: "chmod o-w \(library)")
        }
        if closed.isEmpty { return DoctorFinding(.ok, "rights", "this user can read and change the library") }
        if closed.count == places.count {
            return DoctorFinding(.ok, "rights", "this user can read the library, and not change it")
        }
        return DoctorFinding(
            .wrong, "rights", "this user can change a part of the library, but not \(closed[0])",
            advice: "let one user own all of it: chown -R")
    }

    private func leftovers() -> DoctorFinding {
        let names = ["originals", "pyramids"].flatMap {
            (try? FileManager.default.contentsOfDirectory(atPath: library + "/" + $0)) ?? []
        }.filter { $0.contains(".partial-") }
        return names.isEmpty
            ? DoctorFinding(.ok, "leftovers", "none")
            : DoctorFinding(
                .slow, "leftovers", "\(names.count) files that a program did not finish, or that are being written",
                advice: "nothing: the next explore add removes them")
    }
}
