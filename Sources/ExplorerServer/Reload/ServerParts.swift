import ClauseStore
import Logging
import TileEngine

/// What a server has once, whichever library it serves.
struct ServerParts: Sendable {
    let options: ServerOptions
    let publicAddress: PublicAddress
    let imagesInProgress: ImagesInProgress
    /// Where files and the database are read.
    let pool: WorkPool
    /// Where pictures are made.
    let renderPool: WorkPool
    /// Where a replica opens pyramids.
    let remotePool: WorkPool?
    let decodedTiles: DecodedTiles
    let hotTiles: HotTiles
    let viewerFiles: ViewerFiles
    let life: ServerLife
    let limits: ServerLimits
    /// Who asks without a token.
    let anyone: Reader
    /// What was guessed of tokens, by address.
    let attempts: AttemptLimit
    let metrics: Metrics
    let logger: Logger
}
