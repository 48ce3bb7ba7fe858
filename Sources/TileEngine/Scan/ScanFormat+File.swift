extension ScanFormat {
    /// The format that a file's first bytes tell; nil for what is no image, or cannot be read.
    public init?(ofFile path: String) {
        guard let file = try? OpenFile.forReading(path, expected: "an image file"),
            let signature = try? file.bytes(at: 0, count: Self.signatureByteCount),
            let format = Self(signature: signature)
        else { return nil }
        self = format
    }
}
