/// A request to a decoding child, passed as command-line arguments.
public struct DecodingRequest: Sendable {
    /// A task for the child.
    public enum Task: String, CaseIterable, Sendable {
        /// Read the header.
        case header
        /// Read the header and decode the rows.
        case rows
        /// Extract the thumbnail from the EXIF data.
        case thumbnail
        /// Test whether the confinement holds, without decoding the file.
        case selfTest = "self-test"

        /// Whether the child sends rows through memory that it shares with its parent.
        var sendsRows: Bool { self == .rows || self == .thumbnail }
    }

    /// The task.
    public var task: Task
    /// The format that the parent detected. No other decoder may be used.
    public var format: ScanFormat
    /// The page, from 1, or nil.
    public var page: Int?
    /// The colour of the paper, as 24-bit RGB.
    public var paper: Int
    /// The limit on the address space, in bytes.
    public var memoryByteCount: Int
    /// The limit on processor time, in seconds.
    public var seconds: Int
    /// The process ID of the parent.
    public var parent: Int32
    /// Whether decoding does not need libvips.
    public var isPlain: Bool
    /// In a self-test, the only layers to apply; nil for all.
    public var layers: Set<SandboxLayer>?
    /// In a self-test, a local port that has a listener.
    public var port: Int

    /// Creates a request.
    public init(
        task: Task, format: ScanFormat = .jpeg, page: Int? = nil, paper: Int = 0xFF_FFFF, memoryByteCount: Int,
        seconds: Int, parent: Int32, isPlain: Bool = false, layers: Set<SandboxLayer>? = nil, port: Int = 9
    ) {
        self.task = task
        self.format = format
        self.page = page
        self.paper = paper
        self.memoryByteCount = memoryByteCount
        self.seconds = seconds
        self.parent = parent
        self.isPlain = isPlain
        self.layers = layers
        self.port = port
    }

    /// The request as command-line arguments.
    var arguments: [String] {
        var arguments = [
            task.rawValue, "--format", format.name, "--paper", "\(paper)", "--memory", "\(memoryByteCount)",
            "--seconds",
            "\(seconds)", "--parent", "\(parent)",
        ]
        if let page { arguments += ["--page", "\(page)"] }
        if isPlain { arguments.append("--plain") }
        if let layers { arguments += ["--layers", layers.map(\.rawValue).sorted().joined(separator: ",")] }
        if port != 9 { arguments += ["--port", "\(port)"] }
        return arguments
    }
}
