/// The version of the program.
public enum BuildVersion {
    /// What `explore --version` prints.
    public static let number = "0.1.0"
}
