import Foundation

/// The folder `theme/` of a library holds an institution's own look. What is in its files only what shows it knows; they
/// go wherever the library goes.
extension Library {
    /// The most files that are carried along.
    private static let themeFileLimit = 1_000

    /// The paths of the theme's files in a library's folder, such as `theme/fonts/text.woff2`, sorted; none if there is no
    /// `theme/theme.json`. Names are of letters, digits, points, hyphens and underscores, at most one folder deep, and what
    /// is hidden or a symbolic link is left out.
    package static func themeFiles(in folder: String) -> [String] {
        let path = "\(folder)/theme"
        guard FileManager.default.fileExists(atPath: "\(path)/theme.json"),
            let walk = FileManager.default.enumerator(atPath: path)
        else { return [] }
        var names: [String] = []
        while let name = walk.nextObject() as? String, names.count < themeFileLimit {
            guard isThemePath(name), walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
            names.append("theme/\(name)")
        }
        return names.sorted()
    }

    /// Whether a path below `theme/` is that of a file as ``themeFiles(in:)`` lists them.
    package static func isThemePath(_ path: String) -> Bool {
        let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return (1...2).contains(names.count)
            && names.allSatisfy { name in
                (1...100).contains(name.count) && name.first != UInt8(ascii: ".")
                    && name.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"):
                            true
                        default: "._-".utf8.contains(byte)
                        }
                    }
            }
    }
}
