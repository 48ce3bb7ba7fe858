/// What a parent wants of a child, as arguments of its command.
public struct DecodingOrder: Sendable {
    /// What is wanted of a file.
    public enum Task: String, CaseIterable, Sendable {
        /// What its header says.
        case header
        /// That, and its rows.
        case rows
        /// The small picture in its EXIF data.
        case thumbnail
        /// Nothing of the file: whether the confinement holds.
        case selfTest = "self-test"
    }

    /// What is wanted.
    public var task: Task
    /// The format that the parent saw, and the only one whose decoder may be used.
    public var format: ScanFormat
    /// The page, from 1, or nil.
    public var page: Int?
    /// The paper's colour, as 24 bits.
    public var paper: Int
    /// The address space, in bytes.
    public var memoryByteCount: Int
    /// Processor time, in seconds.
    public var seconds: Int
    /// The parent.
    public var parent: Int32
    /// Whether libvips need not be loaded.
    public var isPlain: Bool
    /// In a self-test, the only layers that are applied; nil for all.
    public var layers: Set<SandboxLayer>?
    /// In a self-test, a port of this machine that something listens on.
    public var port: Int

    /// Makes an order.
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

    /// The arguments that say the same.
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
