/// All samples with one metric name, in the Prometheus text format, version 0.0.4:
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
struct MetricFamily: Sendable {
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    /// The value for one set of labels.
    enum Value: Sendable {
        case whole(UInt64)
        case real(Double)
        case histogram(Histogram.Reading)
    }

    struct Sample: Sendable {
        let labels: [(name: String, value: String)]
        let value: Value
    }

    /// The name, which includes the unit: `explore_sent_bytes_total`.
    let name: String
    let kind: Kind
    /// A description in one sentence.
    let help: String
    var samples: [Sample]

    init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        (self.name, self.kind, self.help, self.samples) = (name, kind, help, samples)
    }

    /// Creates a family with one value without labels.
    init(_ name: String, _ kind: Kind, _ help: String, _ value: Value) {
        self.init(name, kind, help, [Sample(labels: [], value: value)])
    }

    /// Creates a family with one whole number without labels. A negative number counts as 0.
    init(_ name: String, _ kind: Kind, _ help: String, _ number: some BinaryInteger) {
        self.init(name, kind, help, .whole(UInt64(clamping: number)))
    }

    /// Creates a family with one label.
    init(_ name: String, _ kind: Kind, _ help: String, by label: String, _ values: [(String, Value)]) {
        self.init(name, kind, help, values.map { Sample(labels: [(label, $0.0)], value: $0.1) })
    }

    /// Creates a family of whole numbers with one label. Negative numbers count as 0.
    init(_ name: String, _ kind: Kind, _ help: String, by label: String, _ numbers: [(String, some BinaryInteger)]) {
        self.init(name, kind, help, by: label, numbers.map { ($0.0, .whole(UInt64(clamping: $0.1))) })
    }

    /// Writes the lines of the family.
    func write(to text: inout String) {
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            switch sample.value {
            case .whole(let number): write(to: &text, sample, "\(number)")
            case .real(let number): write(to: &text, sample, "\(number)")
            case .histogram(let reading): write(reading, of: sample, to: &text)
            }
        }
    }

    private func write(_ reading: Histogram.Reading, of sample: Sample, to text: inout String) {
        var sum: UInt64 = 0
        for (place, count) in reading.counts.enumerated() {
            sum += count
            let bound = place < reading.bounds.count ? "\(Double(reading.bounds[place]) / 1e9)" : "+Inf"
            write(to: &text, sample, suffix: "_bucket", bound: bound, "\(sum)")
        }
        write(to: &text, sample, suffix: "_sum", "\(Double(reading.nanoseconds) / 1e9)")
        write(to: &text, sample, suffix: "_count", "\(sum)")
    }

    private func write(
        to text: inout String, _ sample: Sample, suffix: String = "", bound: String? = nil, _ number: String
    ) {
        text += name + suffix
        let labels = sample.labels + (bound.map { [("le", $0)] } ?? [])
        if !labels.isEmpty {
            text += "{"
            for (place, label) in labels.enumerated() {
                text += "\(place > 0 ? "," : "")\(label.name)=\"\(Self.escaped(label.value, quotes: true))\""
            }
            text += "}"
        }
        text += " \(number)\n"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
