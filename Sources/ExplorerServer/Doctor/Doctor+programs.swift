import ClauseStore
import Glibc
import TileEngine

extension Doctor {
    /// Checks the libraries that the program uses.
    static func programs() -> [DoctorFinding] {
        [vips(), jpeg(), sqlite()]
    }

    private static func vips() -> DoctorFinding {
        do {
            try VipsRuntime.start()
        } catch {
            return DoctorFinding(.wrong, "libvips", "\(error)", advice: "apt-get install libvips42")
        }
        let installed =
            "\(VipsRuntime.version), reads \(ImageLibraries.formats(areInstalled: true).joined(separator: ", "))"
        let missing = ImageLibraries.formats(areInstalled: false)
        guard !missing.isEmpty else { return DoctorFinding(.ok, "libvips", installed) }
        let detail = "\(installed); not \(missing.joined(separator: ", "))"
        // These are optional, but nearly all scans have one of the common formats.
        let isCommon = missing.contains { ["JPEG", "PNG", "TIFF"].contains($0) }
        return isCommon
            ? DoctorFinding(.wrong, "libvips", detail, advice: "install Debian's libvips42, which has them")
            : DoctorFinding(.ok, "libvips", detail)
    }

    private static func jpeg() -> DoctorFinding {
        let version = ImageLibraries.jpegVersion
        return version.isEmpty
            ? DoctorFinding(
                .slow, "libjpeg", "not libjpeg-turbo, which is several times as fast",
                advice: "build with Debian's libjpeg62-turbo-dev")
            : DoctorFinding(.ok, "libjpeg-turbo", version)
    }

    private static func sqlite() -> DoctorFinding {
        guard let features = SQLiteFeatures.current else {
            return DoctorFinding(
                .wrong, "SQLite", "cannot open a database in memory",
                advice: "apt-get install --reinstall libsqlite3-0")
        }
        let lacking = [features.hasFullTextSearch ? nil : "FTS5", features.hasBoxTree ? nil : "R*Tree"].compactMap {
            $0
        }
        return lacking.isEmpty
            ? DoctorFinding(.ok, "SQLite", "\(features.version) with FTS5 and R*Tree")
            : DoctorFinding(
                .wrong, "SQLite", "\(features.version) without \(lacking.joined(separator: " and "))",
                advice: "install Debian's libsqlite3-0, which has both")
    }
}
