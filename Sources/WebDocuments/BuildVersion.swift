/// The version of the program.
public enum BuildVersion {
    /// The version number that `explore --version` prints.
    public static let number = "0.1.0"
}
