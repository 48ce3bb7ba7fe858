/// Runs the work for each element, at most `width` at a time, and takes the results as they arrive.
///
/// - Throws: The first error; the rest of the work is then cancelled.
package func inParallel<Element: Sendable, Value: Sendable>(
    _ elements: some Sequence<Element>, width: Int, _ work: @escaping @Sendable (Element) async throws -> Value,
    take: (Value) throws -> Void = { _ in }
) async throws {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for (number, element) in elements.enumerated() {
            if number >= width, let value = try await group.next() { try take(value) }
            group.addTask { try await work(element) }
        }
        for try await value in group { try take(value) }
    }
}
