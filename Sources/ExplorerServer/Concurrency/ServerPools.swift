/// The thread pools of a server, which serve one library after another.
struct ServerPools: Sendable {
    /// Reads files and the database.
    let store: WorkPool
    /// Searches and lists the library.
    let search: WorkPool
    /// Renders pictures.
    let render: WorkPool
    /// Changes the library, with one thread.
    let edit: WorkPool
    /// Writes uploads.
    let upload: WorkPool
    /// Cuts uploaded scans, with one thread.
    let scan: WorkPool
    /// Opens pyramids on a replica, which may take as long as the object store takes to respond.
    let remote: WorkPool?

    /// High, because most of these threads wait for the object store.
    private static let remoteThreadCount = 16

    /// - Parameter cacheByteCount: The maximum size of cached pictures, which count towards the memory of rendering.
    init(_ limits: ServerLimits, cacheByteCount: Int, isReplica: Bool) {
        let coreCount = ExplorerServer.coreCount
        let waitingCount = limits.waitingReadCount
        store = WorkPool(threadCount: max(2, coreCount), waitingCount: waitingCount)
        // A search reads and ranks every match, so one core is left to cheaper requests.
        search = WorkPool(threadCount: max(1, coreCount - 1), waitingCount: limits.waitingSearchCount, niceness: 10)
        // Rendering has the lowest priority, so that stored tiles are served at full speed even while all cores render.
        render = WorkPool(
            threadCount: limits.renderCount > 0 ? limits.renderCount : coreCount + 1,
            waitingCount: limits.waitingRenderCount, waitingPixels: limits.waitingRenderArea,
            byteLimit: limits.renderByteCount + cacheByteCount, niceness: 15)
        edit = WorkPool(threadCount: 1, waitingCount: waitingCount)
        upload = WorkPool(threadCount: 2, waitingCount: waitingCount)
        // Cutting uses only the time that readers leave over.
        scan = WorkPool(threadCount: 1, waitingCount: waitingCount, niceness: 15)
        remote = isReplica ? WorkPool(threadCount: Self.remoteThreadCount, waitingCount: waitingCount) : nil
    }

    /// The pools whose work is reported, by name.
    var reported: [(name: String, pool: WorkPool)] {
        [("store", store), ("search", search), ("render", render), ("edit", edit)]
            + (remote.map { [("remote", $0)] } ?? [])
    }

    /// Stops the threads once running work has ended.
    func shutdown() async throws {
        for pool in [store, search, render, edit, upload, scan, remote] { try await pool?.shutdown() }
    }
}
