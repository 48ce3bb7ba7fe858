public import Foundation

/// The web client as a resource bundle.
public enum ViewerBundle {
    /// The folder of its files, which the build puts beside the program.
    public static var folder: URL { Bundle.module.bundleURL.appendingPathComponent("Viewer") }
}
