import TileEngine

/// What a server has once, whichever library it serves.
struct ServerParts: Sendable {
    let options: ServerOptions
    let publicAddress: PublicAddress
    let cuttings: Cuttings
    /// Where files and the database are read.
    let pool: WorkPool
    /// Where pictures are made.
    let renderPool: WorkPool
    let decodedTiles: DecodedTiles
    let hotTiles: HotTiles
    let viewerFiles: ViewerFiles
    let life: ServerLife
}
