import DocumentFormats
package import DocumentModel
package import TileEngine

/// The image information document (`info.json`), which describes an image and the requests that are possible.
///
/// Specification: <https://iiif.io/api/image/3.0/#5-image-information>,
/// <https://iiif.io/api/image/2.1/#image-information>
package struct ImageInformation {
    /// The base of all addresses of this server.
    let base: String
    /// The image's id.
    let image: String
    let pyramid: Pyramid
    /// The encoding of the stored tiles, which is the cheapest to serve.
    let format: TileFormat
    let limits: RenderLimits
    let isGrey: Bool
    let document: DocumentInfo
    /// The files of the image on a static site, where nothing is created on request: whole images, and perhaps tiles.
    var stored: (sizes: [PixelSize], hasTiles: Bool)?

    /// Creates the information for a static site: level 0.
    package init(
        base: String, image: String, pyramid: Pyramid, document: DocumentInfo, sizes: [PixelSize], hasTiles: Bool
    ) {
        self.init(
            base: base, image: image, pyramid: pyramid, format: .jpeg, limits: RenderLimits(), isGrey: false,
            document: document)
        stored = (sizes, hasTiles)
    }

    package init(
        base: String, image: String, pyramid: Pyramid, format: TileFormat, limits: RenderLimits, isGrey: Bool,
        document: DocumentInfo
    ) {
        (self.base, self.image, self.pyramid, self.format) = (base, image, pyramid, format)
        (self.limits, self.isGrey, self.document) = (limits, isGrey, document)
    }

    private var sizeLimits: ImageSizeLimits { ImageSizeLimits(image: pyramid.size, limits: limits) }

    package func json(_ version: ImageAPIVersion) -> JSON {
        switch version {
        case .three: version3
        case .two: version2
        }
    }

    /// The services with which readers sign in to see the image of an announced document.
    private var signIn: [JSON] {
        guard document.access == .announced, stored == nil else { return [] }
        return [AuthServices(base: base).json(image: image)]
    }

    private var version3: JSON {
        let version = ImageAPIVersion.three
        let contexts = JSON.array([.string(AuthServices.context), .string(version.context)])
        let id = base + version.prefix + image
        let manifest = JSON.object([
            ("id", .string(PresentationAddresses(base: base, document: document.id).manifest)),
            ("type", .string("Manifest")), ("label", .texts(document.title)),
        ])
        return .object(
            [
                ("@context", signIn.isEmpty ? .string(version.context) : contexts), ("id", .string(id)),
                ("type", .string("ImageService3")),
                ("protocol", .string("http://iiif.io/api/image")),
                ("profile", .string(stored == nil ? "level2" : "level0")),
            ] + dimensions + (stored == nil ? measures : []) + sizesAndTiles + (stored == nil ? extras : [])
                + (document.rights.flatMap(RegisteredRights.address).map { [("rights", .string($0))] } ?? [])
                + [("partOf", .array([manifest]))]
                + services { [("@id", .string(id + "#physical-dimensions")), ("@type", .string($0))] })
    }

    /// The features beyond level 2.
    private var extras: JSON.Members {
        let features = ["canonicalLinkHeader", "mirroring", "profileLinkHeader", "rotationArbitrary", "sizeUpscaling"]
        return [
            ("preferredFormats", .strings([format.fileExtension])), ("extraFormats", .strings(["tif", "webp"])),
            ("extraQualities", .strings((isGrey ? [] : ["color"]) + ["gray", "bitonal"])),
            ("extraFeatures", .strings(features)),
        ]
    }

    /// `sizeAboveFull` is left out: it promises any size, and clients that trust it request four times the size of a
    /// region.
    private var version2: JSON {
        let version = ImageAPIVersion.two
        let features = ["canonicalLinkHeader", "mirroring", "profileLinkHeader", "regionSquare", "rotationArbitrary"]
        let more = JSON.object(
            [
                ("formats", .strings(["tif", "webp"])), ("qualities", .strings((isGrey ? [] : ["color"]) + ["gray"])),
                ("supports", .strings(features)),
            ] + measures)
        return .object(
            [
                ("@context", .string(version.context)), ("@id", .string(base + version.prefix + image)),
                ("@type", .string("iiif:Image")), ("protocol", .string("http://iiif.io/api/image")),
            ] + dimensions + sizesAndTiles + [("profile", .array([.string(version.profile), more]))]
                + (document.attribution.map { [("attribution", .values($0))] } ?? [])
                + (document.rights.map { [("license", .string($0))] } ?? []) + services { _ in [] })
    }

    private var dimensions: JSON.Members {
        [("width", .int(pyramid.width)), ("height", .int(pyramid.height))]
    }

    private var measures: JSON.Members {
        let most = sizeLimits
        return [
            ("maxWidth", .int(most.maxWidth)), ("maxHeight", .int(most.maxHeight)), ("maxArea", .int(most.maxArea)),
        ]
    }

    /// The listed sizes of the whole image, smallest first.
    ///
    /// They are exactly the levels of `tiles`, and if any are left out, these are the largest: since version 4.1,
    /// OpenSeadragon uses `sizes` as the levels if there are as many of them as scale factors, or one fewer.
    private var sizes: [PixelSize] {
        let levels = (pyramid.firstWholeTileLevel...pyramid.nativeLevel).compactMap(pyramid.size(ofLevel:))
        guard let stored else {
            return levels.filter { max($0.width, $0.height) <= ImageFormat.jpeg.longestSide }
        }
        // The first level is a single tile, which is the whole image.
        return stored.hasTiles ? levels.filter { $0 == levels.first || stored.sizes.contains($0) } : stored.sizes
    }

    /// The levels as sizes of the whole image, each of which is available as a JPEG whatever its area, and the tile
    /// grid, from the native level to the level that is a single tile. The grid is left out if the limits do not permit
    /// tiles.
    private var sizesAndTiles: JSON.Members {
        let levels = sizes
        var members: JSON.Members = []
        if !levels.isEmpty {
            members.append(
                ("sizes", .array(levels.map { .object([("width", .int($0.width)), ("height", .int($0.height))]) })))
        }
        let tile = pyramid.tileSize
        if tile * tile <= limits.outputArea, stored?.hasTiles != false {
            let factors = (0...pyramid.nativeLevel - pyramid.firstWholeTileLevel).map { JSON.int(1 << $0) }
            let grid = JSON.object([
                ("width", .int(tile)), ("height", .int(tile)), ("scaleFactors", .array(factors)),
            ])
            members.append(("tiles", .array([grid])))
        }
        return members
    }

    /// Returns the services: the original's physical dimensions if they are known
    /// (<https://iiif.io/api/annex/services/#physical-dimensions>), and signing in if it is required.
    ///
    /// - Parameter identify: Returns the members that identify the physical dimensions service, given its type.
    private func services(_ identify: (String) -> JSON.Members) -> JSON.Members {
        // Only for the default capture: the pixels of other captures have another physical size.
        let page = document.pages.first { $0.imageID == image }
        var services = signIn
        if let scale = page?.pixelsPerMillimetre, scale > 0, (1 / scale).isFinite {
            let profile = "http://iiif.io/api/annex/services/physdim"
            services.append(
                .object(
                    [("@context", .string(profile + "/1/context.json"))] + identify("PhysicalDimensions") + [
                        ("profile", .string(profile)), ("physicalScale", .double(1 / scale)),
                        ("physicalUnits", .string("mm")),
                    ]))
        }
        return services.isEmpty ? [] : [("service", .array(services))]
    }
}

/// The services of IIIF Authorization Flow 2.0: <https://iiif.io/api/auth/2.0/#4-the-services>
package struct AuthServices {
    /// The context of the specification.
    package static let context = "http://iiif.io/api/auth/2/context.json"

    let base: String

    /// Returns the probe service of an image, with its nested services.
    func json(image: String) -> JSON {
        func service(_ path: String, _ type: String, _ members: JSON.Members) -> JSON {
            .object([("id", .string("\(base)/iiif/auth/2/\(path)")), ("type", .string(type))] + members)
        }
        func words(_ text: String) -> JSON { .object([("en", .array([.string(text)]))]) }
        let token = service("token", "AuthAccessTokenService2", [])
        let logout = service("logout", "AuthLogoutService2", [("label", words("Sign out"))])
        let access = service(
            "access", "AuthAccessService2",
            [
                ("profile", .string("active")), ("label", words("Sign in")),
                ("heading", words("Restricted images")),
                ("note", words("These images are for invited readers: sign in with the token that you were given.")),
                ("confirmLabel", words("Sign in")), ("service", .array([token, logout])),
            ])
        return service(
            "probe/\(image)", "AuthProbeService2", [("@context", .string(Self.context)), ("service", .array([access]))])
    }
}

extension JSON {
    /// Returns texts in the form of version 3 of the APIs: lists by language.
    fileprivate static func texts(_ words: LanguageMap) -> JSON {
        guard !words.byLanguage.isEmpty else { return .object([("none", .strings([words.text(in: nil) ?? ""]))]) }
        return .object(words.byLanguage.sorted { $0.key < $1.key }.map { ($0.key, .strings([$0.value])) })
    }

    /// Returns texts in the form of version 2 of the APIs: values with their languages.
    fileprivate static func values(_ words: LanguageMap) -> JSON {
        guard !words.byLanguage.isEmpty else { return JSON(words.text(in: nil)) }
        return .array(
            words.byLanguage.sorted { $0.key < $1.key }.map {
                .object([("@value", .string($0.value)), ("@language", .string($0.key))])
            })
    }
}
