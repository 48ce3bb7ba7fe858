// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// Locks of pthread, which ThreadSanitizer knows; it takes `Synchronization.Mutex` for none.
let locks = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")

let package = Package(
    name: "explore",
    products: [
        .executable(name: "explore", targets: ["explore"]),
        .executable(name: "facsimile", targets: ["Facsimile"]),
        .library(name: "ImageGeometry", targets: ["ImageGeometry"]),
        .library(name: "TileEngine", targets: ["TileEngine"]),
        .library(name: "ClauseStore", targets: ["ClauseStore"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        // Dependencies run one way: explore -> ExplorerServer -> WebDocuments -> DocumentLibrary -> {TileEngine,
        // ClauseStore} -> ImageGeometry. Only what serves links Hummingbird and TLS.
        //
        // ImageGeometry, on which most modules wait, needs headers of C only: what needs an object file is compiled
        // after all of BoringSSL. A clean build takes 6:37 min instead of 7:58 on two cores.
        .target(name: "ImageGeometry", dependencies: ["CZlib", "CMemory"], swiftSettings: strict),
        .systemLibrary(
            name: "COpenSSL", path: "Sources/C/COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "FileSupport", dependencies: ["COpenSSL"], swiftSettings: strict),
        .systemLibrary(
            name: "CExpat", path: "Sources/C/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .target(name: "XMLReading", dependencies: ["CExpat"], swiftSettings: strict),

        .systemLibrary(
            name: "CGObject", path: "Sources/C/CGObject", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"])]),
        // libvips itself is loaded when it is first needed, see Sources/C/CVips/cvips_library.h.
        .target(name: "CVips", dependencies: ["CGObject"], path: "Sources/C/CVips"),
        .target(name: "CJPEG", path: "Sources/C/CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        .target(name: "CResample", path: "Sources/C/CResample"),
        .target(name: "CTIFF", path: "Sources/C/CTIFF", linkerSettings: [.linkedLibrary("tiff")]),
        .target(name: "CLinux", path: "Sources/C/CLinux"),
        .target(name: "CCRC32", path: "Sources/C/CCRC32", linkerSettings: [.linkedLibrary("z")]),
        .systemLibrary(name: "CMemory", path: "Sources/C/CMemory"),
        .target(
            name: "CPageSeal", dependencies: ["CCRC32"], path: "Sources/C/CPageSeal",
            linkerSettings: [.linkedLibrary("sqlite3")]),
        // cairo and Pango are loaded when they are first needed, as libvips is. CGObject knows where GLib's headers
        // are.
        .target(
            name: "CPDF", dependencies: ["CGObject"], path: "Sources/C/CPDF",
            cSettings: [
                .unsafeFlags([
                    "-I/usr/include/cairo", "-I/usr/include/pango-1.0", "-I/usr/include/harfbuzz",
                ])
            ]),
        .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        .target(
            name: "TileEngine",
            dependencies: [
                "ImageGeometry", "FileSupport", "CVips", "CJPEG", "CResample", "CTIFF", "CLinux", "CCRC32", locks,
            ],
            swiftSettings: strict),
        .target(name: "DocumentModel", dependencies: ["ImageGeometry"], swiftSettings: strict),
        .target(
            name: "DocumentFormats", dependencies: ["DocumentModel", "ImageGeometry", "FileSupport", "XMLReading"],
            swiftSettings: strict),
        .target(name: "DocumentCheck", dependencies: ["DocumentModel", "ImageGeometry"], swiftSettings: strict),
        .target(
            name: "ClauseStore",
            dependencies: [
                "DocumentFormats", "DocumentCheck", "DocumentModel", "ImageGeometry", "FileSupport", "CPageSeal",
                .product(name: "GRDB", package: "GRDB.swift"), locks,
            ],
            swiftSettings: strict),
        .target(
            name: "DocumentLibrary",
            dependencies: [
                "TileEngine", "ClauseStore", "DocumentCheck", "DocumentFormats", "DocumentModel", "ImageGeometry",
                "FileSupport", locks,
            ],
            swiftSettings: strict),
        // Pages of text and pictures as PDF.
        .target(name: "DocumentPDF", dependencies: ["CPDF", "FileSupport"], swiftSettings: strict),
        // What the server, `--json` and the static site have in common.
        .target(
            name: "WebDocuments",
            dependencies: [
                "DocumentPDF", "Viewer", "DocumentLibrary", "TileEngine", "ClauseStore", "DocumentCheck",
                "DocumentFormats",
                "DocumentModel", "ImageGeometry", "FileSupport",
            ],
            swiftSettings: strict),
        .target(
            name: "ExplorerServer",
            dependencies: [
                "WebDocuments", "DocumentPDF", "DocumentLibrary", "TileEngine", "ClauseStore", "DocumentCheck",
                "DocumentFormats",
                "DocumentModel", "ImageGeometry", "CZlib", "CLinux", "FileSupport", "Viewer",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                locks,
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        // The web client. Its folders become those below /viewer/{version}/.
        .target(
            name: "Viewer", dependencies: ["FileSupport"], exclude: ["package.json"],
            resources: [
                "app", "base", "books", "bundles", "camera", "captures", "compare", "download", "editing",
                "glossary", "icons", "iiif", "linked", "listening", "notes", "pages", "reading", "sheet", "site",
                "strings", "styles", "tours", "vendor", "worksheet", "explore.webmanifest", "service-worker.js",
            ].map { .copy($0) },
            swiftSettings: strict),
        .target(
            name: "ObjectStore",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                "FileSupport", "XMLReading",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                locks,
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        // A server of what is in an object store. The server itself knows no store.
        .target(
            name: "Replica",
            dependencies: [
                "ExplorerServer", "DocumentLibrary", "TileEngine", "Publishing", "ObjectStore",
                locks,
                "FileSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(
            name: "Publishing",
            dependencies: [
                "ObjectStore", "DocumentLibrary", "TileEngine", "FileSupport",
                locks, .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(
            name: "StaticSite",
            dependencies: [
                "WebDocuments", "DocumentLibrary", "TileEngine", "ClauseStore", "DocumentFormats", "DocumentModel",
                "ImageGeometry", "CLinux", locks, "FileSupport", "Viewer",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "explore",
            dependencies: [
                "StaticSite", "Replica", "Publishing", "ObjectStore", "ExplorerServer", "WebDocuments",
                "DocumentLibrary", "TileEngine", "ClauseStore", "DocumentCheck", "DocumentFormats", "DocumentModel",
                "ImageGeometry", "FileSupport", "Viewer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOPosix", package: "swift-nio"),
                locks,
            ],
            swiftSettings: strict),

        // Draws the sample manuscript.
        .executableTarget(
            name: "Facsimile",
            dependencies: [
                "ImageGeometry", "CVips", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // Our side of Benchmarks/index; no product.
        .executableTarget(
            name: "IndexBenchmark", dependencies: ["ImageGeometry"], path: "Benchmarks/index",
            exclude: ["bench.py", "check.py", "datasets.py", "requirements.txt"], swiftSettings: strict),
        // Our side of Benchmarks/lines; no product.
        .executableTarget(
            name: "LinesBenchmark", dependencies: ["TileEngine", "ImageGeometry"], path: "Benchmarks/lines",
            exclude: ["bench.py"], swiftSettings: strict),
        // The peer of Benchmarks/at; no product.
        .executableTarget(
            name: "BareServer", dependencies: [.product(name: "Hummingbird", package: "hummingbird")],
            path: "Benchmarks/at", exclude: ["bench.py"], swiftSettings: strict),

        .target(
            name: "TestSupport",
            dependencies: [
                "ExplorerServer", "DocumentLibrary", "ClauseStore", "DocumentFormats", "DocumentModel", "ImageGeometry",
                "FileSupport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOPosix", package: "swift-nio"),
                locks,
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(name: "ImageGeometryTests", dependencies: ["ImageGeometry", locks], swiftSettings: strict),
        .testTarget(
            name: "TileEngineTests",
            dependencies: ["TileEngine", "ImageGeometry", "CVips", "CCRC32", "CZlib", locks],
            swiftSettings: strict),
        .testTarget(name: "DocumentModelTests", dependencies: ["DocumentModel"], swiftSettings: strict),
        .testTarget(
            name: "DocumentFormatsTests",
            dependencies: [
                "DocumentFormats", "DocumentModel", "DocumentCheck", "ClauseStore", "ImageGeometry", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DocumentCheckTests",
            dependencies: [
                "DocumentCheck", "DocumentModel", "DocumentFormats", "ClauseStore", "ImageGeometry", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ClauseStoreTests",
            dependencies: [
                "ClauseStore", "DocumentFormats", "DocumentModel", "ImageGeometry", "FileSupport", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DocumentPDFTests", dependencies: ["DocumentPDF", "TestSupport", locks], swiftSettings: strict),
        .testTarget(name: "FileSupportTests", dependencies: ["FileSupport"], swiftSettings: strict),
        .testTarget(name: "XMLReadingTests", dependencies: ["XMLReading", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "FacsimileTests", dependencies: ["Facsimile", "ImageGeometry"], swiftSettings: strict),
        .testTarget(
            name: "WebDocumentsTests", dependencies: ["WebDocuments", "ClauseStore", "DocumentModel", "ImageGeometry"],
            swiftSettings: strict),
        .testTarget(
            name: "ExplorerServerTests",
            dependencies: [
                "ExplorerServer", "WebDocuments", "DocumentLibrary", "ClauseStore", "DocumentFormats", "DocumentModel",
                "TileEngine", "ImageGeometry", "FileSupport", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                locks,
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ReplicaTests",
            dependencies: [
                "Replica", "ExplorerServer", "DocumentLibrary", "ClauseStore", "DocumentModel", "TileEngine",
                "ObjectStore",
                "Publishing",
                "TestSupport",
                locks,
                "FileSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ObjectStoreTests",
            dependencies: [
                "FileSupport",
                "ObjectStore", "TestSupport", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PublishingTests",
            dependencies: [
                "Publishing", "ObjectStore", "DocumentLibrary", "DocumentFormats", "DocumentModel", "ClauseStore",
                "FileSupport", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StaticSiteTests",
            dependencies: [
                "StaticSite", "Publishing", "ExplorerServer", "WebDocuments", "DocumentLibrary", "ClauseStore",
                "TileEngine", "TestSupport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict),
        // What the specifications promise, over HTTP.
        .testTarget(
            name: "Conformance",
            dependencies: [
                "ExplorerServer", "WebDocuments", "DocumentLibrary", "TileEngine", "CVips", "TestSupport",
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "explore", "DocumentLibrary", "ClauseStore", "DocumentFormats", "DocumentModel", "TileEngine",
                "ImageGeometry",
                "ObjectStore",
                "TestSupport", .product(name: "NIOPosix", package: "swift-nio"), locks,
            ],
            exclude: ["help.sh", "help.txt"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// Tests/Fuzz: its targets are fed the kept corpus by the tests, and by libFuzzer where `make fuzz` names its runtime.
// Only then are our own modules compiled with its counters and AddressSanitizer, in a folder of their own.
let fuzzed: [Target.Dependency] = [
    "ExplorerServer", "WebDocuments", "DocumentLibrary", "ClauseStore", "DocumentCheck", "DocumentFormats",
    "DocumentModel", "TileEngine", "ImageGeometry", "ObjectStore", "Publishing", "Replica", "StaticSite", "FileSupport",
    "CTIFF", "CJPEG",
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOEmbedded", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "Hummingbird", package: "hummingbird"),
    .product(name: "HTTPTypes", package: "swift-http-types"),
]
let unfuzzed = ["corpus", "dictionaries", "fuzz.sh"]
if let runtime = Context.environment["EXPLORE_FUZZ"] {
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: fuzzed, path: "Tests/Fuzz", exclude: unfuzzed + ["Tests"],
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(["-sanitize=address", "-use-ld=lld", runtime]), .linkedLibrary("stdc++")]))
    for target in package.targets where target.type == .regular || target.name == "fuzz" {
        if target.swiftSettings == nil {
            target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-fsanitize=address,fuzzer-no-link"])]
        } else {
            target.swiftSettings? += [.unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"])]
        }
    }
} else {
    package.targets.append(
        .testTarget(
            name: "FuzzTests", dependencies: fuzzed + ["TestSupport"], path: "Tests/Fuzz",
            exclude: unfuzzed + ["Program"], swiftSettings: strict))
}

// `make test` builds the program and its tests once, optimised, with what is internal visible to the tests. The tests
// themselves are compiled without optimisation, so that they build sooner.
if Context.environment["EXPLORE_TESTABLE"] != nil {
    for target in package.targets where target.swiftSettings != nil {
        target.swiftSettings? += [.unsafeFlags([target.type == .test ? "-Onone" : "-enable-testing"])]
    }
}
