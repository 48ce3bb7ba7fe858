import ClauseStore
import Logging
import TileEngine

/// What a server has once, whichever library it serves.
struct ServerParts: Sendable {
    let options: ServerOptions
    let limits: ServerLimits
    let logger: Logger
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
    let metrics: Metrics
    /// What those see who have no token.
    let anyone: Reader
    /// How often tokens were tried.
    let attempts: AttemptLimit
}
