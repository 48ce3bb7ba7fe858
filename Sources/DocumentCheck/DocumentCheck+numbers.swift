import DocumentModel
import ImageGeometry

extension DocumentCheck {
    /// Finds numbers missing from the sequence, and numbers used by several clauses.
    ///
    /// Only whole numbers in Arabic digits form the sequence. It is taken to begin with 1 if at least half of the
    /// numbers from 1 to the largest are present, and with the smallest number otherwise, as in an extract.
    func numberFindings() -> [Finding] {
        var holders: [String: [Clause]] = [:]
        for clause in document.clauses {
            if let number = clause.number { holders[number, default: []].append(clause) }
        }
        return twiceFindings(holders) + missingFindings(holders)
    }

    private static func whole(_ number: String) -> Int? {
        number.utf8.count <= 9 && number.utf8.allSatisfy(\.isASCIIDigit) ? Int(number) : nil
    }

    private func twiceFindings(_ holders: [String: [Clause]]) -> [Finding] {
        document.clauses.compactMap { clause in
            guard let number = clause.number, let all = holders[number], all.count > 1, all.first?.id != clause.id
            else { return nil }
            var finding = finding(
                .numberTwice, about: clause,
                "\(Self.name(of: clause)) has the number \(FaultText.plain(number)), which "
                    + "\(all.first.map(Self.name) ?? "another") has too",
                remedy: "give one of them another number, or none; or merge them into one clause with two regions")
            finding.otherClause = all.first?.id
            return finding
        }
    }

    private func missingFindings(_ holders: [String: [Clause]]) -> [Finding] {
        let numbered = holders.compactMap { number, clauses in Self.whole(number).map { ($0, clauses.first) } }
        let clauses = Dictionary(numbered) { first, _ in first }
        let positive = clauses.keys.filter { $0 > 0 }.sorted()
        guard let least = positive.first, let most = positive.last else { return [] }
        var expected = positive.count * 2 >= most ? 1 : least
        var found: [Finding] = []
        for number in positive {
            if number > expected {
                found.append(missing(from: expected, to: number - 1, before: number, clauses[number] ?? nil))
            }
            expected = number + 1
        }
        return found
    }

    /// Places the finding at the clause that comes next, where a reader would look for what is missing.
    private func missing(from first: Int, to last: Int, before next: Int, _ clause: Clause?) -> Finding {
        let numbers = first == last ? "the number \(first) is" : "the numbers \(first) to \(last) are"
        let region = clause?.regions.first
        return Finding(
            kind: .numberMissing, page: region?.page, clause: clause?.id, point: region?.polygon.interiorPoint,
            message: "\(numbers) missing, before \(next)", remedy: "add the missing clauses, or renumber them")
    }
}
