/// A strict parser of the Prometheus text format, version 0.0.4:
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details
///
/// It rejects what scrapers tolerate but no server should write: scattered lines of a family, samples before their
/// TYPE, duplicate series, buckets that decrease or do not end in +Inf.
struct PrometheusText {
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    struct Sample {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    struct Family {
        let name: String
        var help: String
        var type = ""
        var samples: [Sample] = []
    }

    private(set) var families: [Family] = []

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Fault(description: "the last line does not end") }
        guard !text.contains("\r") else { throw Fault(description: "a carriage return") }
        var seen: Set<String> = []
        for (number, line) in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            do {
                try read(line, seen: &seen)
            } catch {
                throw Fault(description: "line \(number + 1): \(error): \(line)")
            }
        }
        for family in families {
            guard !family.type.isEmpty else { throw Fault(description: "\(family.name) has no TYPE") }
            if family.type == "histogram" { try Self.checkHistogram(family) }
            if family.type == "counter", family.samples.contains(where: { $0.value < 0 }) {
                throw Fault(description: "\(family.name) is below 0")
            }
        }
    }

    /// Returns the value of a series, or nil if there is none.
    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        families.flatMap(\.samples).first { $0.name == name && $0.labels == labels }?.value
    }

    private mutating func read(_ line: Substring, seen: inout Set<String>) throws {
        if line.hasPrefix("# HELP ") {
            let parts = line.dropFirst(7).split(separator: " ", maxSplits: 1)
            guard parts.count == 2, Self.isName(parts[0], colons: true) else { throw Fault(description: "no HELP") }
            guard seen.insert("# \(parts[0])").inserted else { throw Fault(description: "a second HELP") }
            families.append(Family(name: String(parts[0]), help: String(parts[1])))
        } else if line.hasPrefix("# TYPE ") {
            let parts = line.dropFirst(7).split(separator: " ")
            guard parts.count == 2, families.last?.name == String(parts[0]), families.last?.type == "",
                ["counter", "gauge", "histogram"].contains(parts[1])
            else { throw Fault(description: "no TYPE that follows its HELP") }
            families[families.count - 1].type = String(parts[1])
        } else {
            let sample = try Self.sample(line)
            guard let family = families.last, !family.type.isEmpty else { throw Fault(description: "before its TYPE") }
            let names =
                family.type == "histogram" ? ["_bucket", "_sum", "_count"].map { family.name + $0 } : [family.name]
            guard names.contains(sample.name) else { throw Fault(description: "not of \(family.name)") }
            guard seen.insert("\(sample.name) \(sample.labels.sorted { $0.key < $1.key })").inserted else {
                throw Fault(description: "a series that is there already")
            }
            families[families.count - 1].samples.append(sample)
        }
    }

    /// Parses `name{label="value",…} number`.
    private static func sample(_ line: Substring) throws -> Sample {
        var rest = line
        let name = rest.prefix { $0 != "{" && $0 != " " }
        guard isName(name, colons: true) else { throw Fault(description: "a bad name") }
        rest = rest.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest = rest.dropFirst()
            repeat {
                if rest.first == "," { rest = rest.dropFirst() }
                let label = rest.prefix { $0 != "=" }
                guard isName(label, colons: false), !label.hasPrefix("__") else {
                    throw Fault(description: "a bad label '\(label)'")
                }
                rest = rest.dropFirst(label.count)
                guard rest.hasPrefix("=\"") else { throw Fault(description: "no value of '\(label)'") }
                rest = rest.dropFirst(2)
                guard labels.updateValue(try quoted(&rest), forKey: String(label)) == nil else {
                    throw Fault(description: "the label '\(label)' twice")
                }
            } while rest.first == ","
            guard rest.first == "}" else { throw Fault(description: "labels that do not end") }
            rest = rest.dropFirst()
        }
        guard rest.first == " ", let value = number(rest.dropFirst()) else { throw Fault(description: "no number") }
        return Sample(name: String(name), labels: labels, value: value)
    }

    private static func quoted(_ rest: inout Substring) throws -> String {
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return value
            case "\\":
                guard let escaped = rest.popFirst(), let meant = ["\\": "\\", "\"": "\"", "n": "\n"][escaped] else {
                    throw Fault(description: "an unknown escape")
                }
                value += meant
            default: value.append(character)
            }
        }
        throw Fault(description: "a value that does not end")
    }

    private static func number(_ text: Substring) -> Double? {
        switch text {
        case "+Inf": Double.infinity
        case "-Inf": -Double.infinity
        case "NaN": Double.nan
        default: text.allSatisfy { "0123456789+-.eE".contains($0) } ? Double(text) : nil
        }
    }

    private static func isName(_ text: Substring, colons: Bool) -> Bool {
        guard let first = text.first, !("0"..."9").contains(first) else { return false }
        return text.allSatisfy {
            ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_"
                || (colons && $0 == ":")
        }
    }

    private static func checkHistogram(_ family: Family) throws {
        let series = Dictionary(grouping: family.samples) { $0.labels.filter { $0.key != "le" } }
        for (labels, samples) in series {
            let buckets = samples.filter { $0.name.hasSuffix("_bucket") }
            let bounds = buckets.compactMap { $0.labels["le"].flatMap { number(Substring($0)) } }
            let counts = buckets.map(\.value)
            let isRising = zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }
            let isCumulative = zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 }
            let count = samples.first { $0.name.hasSuffix("_count") }?.value
            let sum = samples.first { $0.name.hasSuffix("_sum") }
            guard bounds.count == buckets.count, isRising, isCumulative, bounds.last == .infinity, sum != nil,
                count == counts.last
            else { throw Fault(description: "\(family.name)\(labels) is no histogram") }
        }
    }
}
