import CJPEG
import CVips

/// Which of the libraries that read images are there.
public enum ImageLibraries {
    /// The formats of scans that the installed libvips can read, or those that it cannot, by their usual names.
    ///
    /// libvips must have been started.
    public static func formats(areInstalled: Bool) -> [String] {
        ScanFormat.allCases.filter { (cvips_has_operation($0.loader) != 0) == areInstalled }.map(\.label)
    }

    /// The version of libjpeg-turbo, such as `2.1.5`; empty for another libjpeg.
    public static var jpegVersion: String { String(cString: cjpeg_version()) }
}
