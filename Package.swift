// swift-tools-version: 6.2

import PackageDescription

/// Every `any` is written on purpose, so the compiler asks for each.
let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

/// With TRACE_RESOURCES in the environment, `Resources` is there for test code that counts what is alive.
let traceSettings: [SwiftSetting] = Context.environment["TRACE_RESOURCES"] == nil ? [] : [.define("TRACE_RESOURCES")]

/// With RIVULET_FUZZ in the environment there is a program for libFuzzer, which brings its own `main` and so is not for every build.
let fuzzers: [Target] =
    Context.environment["RIVULET_FUZZ"] == nil
    ? []
    : [
        .executableTarget(
            name: "RivuletLibFuzzer", dependencies: ["RivuletFuzzing"], path: "Tests/RivuletLibFuzzer", swiftSettings: settings)
    ]

let package = Package(
    name: "rivulet",
    products: [
        .library(name: "Rivulet", targets: ["Rivulet"]),
        .library(name: "RivuletTesting", targets: ["RivuletTesting"]),
        .library(name: "RivuletDriver", targets: ["RivuletDriver"]),
        .library(name: "RivuletHTTP", targets: ["RivuletHTTP"]),
        .library(name: "RivuletEvents", targets: ["RivuletEvents"]),
        .library(name: "RivuletArticles", targets: ["RivuletArticles"]),
        .library(name: "RivuletFoundation", targets: ["RivuletFoundation"]),
        .executable(name: "rivulet", targets: ["RivuletServer"]),
        .executable(name: "rivulet-bench", targets: ["RivuletBench"]),
    ],
    targets: [
        // What the system gives us.
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CNGHTTP2", pkgConfig: "libnghttp2", providers: [.apt(["libnghttp2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),

        // The reactive core, and what tests of reactive code need.
        .target(name: "Rivulet", dependencies: ["CLinux"], swiftSettings: settings + traceSettings),
        .target(name: "RivuletTesting", dependencies: ["Rivulet"], swiftSettings: settings),
        .target(name: "RivuletDriver", dependencies: ["Rivulet"], swiftSettings: settings),

        // Three libraries built on the core; they do not know each other.
        .target(name: "RivuletHTTP", dependencies: ["Rivulet", "CLinux", "CNGHTTP2", "CZlib", "COpenSSL"], swiftSettings: settings),
        .target(name: "RivuletEvents", dependencies: ["Rivulet", "CLinux"], swiftSettings: settings),
        .target(
            name: "RivuletArticles", dependencies: ["Rivulet", "CLinux"], resources: [.embedInCode("Resources/sample-articles.json")],
            swiftSettings: settings),
        .target(name: "RivuletFoundation", dependencies: ["Rivulet", "RivuletEvents"], swiftSettings: settings),

        // The programs: the only places that know everyone.
        .executableTarget(
            name: "RivuletServer", dependencies: ["RivuletHTTP", "RivuletEvents", "RivuletArticles", "Rivulet", "CLinux"],
            resources: [.embedInCode("Resources/openapi.json")], swiftSettings: settings),
        .target(name: "CAllocations"),
        .executableTarget(name: "RivuletBench", dependencies: ["Rivulet", "CLinux", "CAllocations"], swiftSettings: settings),

        // What the tests and libFuzzer feed with bytes.
        .target(
            name: "RivuletFuzzing", dependencies: ["RivuletHTTP", "RivuletEvents"], path: "Tests/RivuletFuzzing", exclude: ["Corpus"],
            swiftSettings: settings),
        .testTarget(name: "RivuletFuzzingTests", dependencies: ["RivuletFuzzing"], swiftSettings: settings),

        // What the tests compare their tables of operators with.
        .target(name: "RivuletSymbols", path: "Tests/RivuletSymbols", swiftSettings: settings),

        .testTarget(
            name: "RivuletTests", dependencies: ["Rivulet", "RivuletTesting", "RivuletSymbols", "CLinux"], swiftSettings: settings),
        .testTarget(name: "RivuletCountTests", dependencies: ["Rivulet", "RivuletTesting"], swiftSettings: settings),
        .testTarget(
            name: "RivuletDriverTests", dependencies: ["RivuletDriver", "RivuletTesting", "RivuletSymbols"], swiftSettings: settings),
        .testTarget(name: "RivuletTestingTests", dependencies: ["RivuletTesting"], swiftSettings: settings),
        .testTarget(
            name: "RivuletHTTPTests",
            dependencies: ["RivuletHTTP", "RivuletTesting", "RivuletFuzzing", "CNGHTTP2", "CZlib", "COpenSSL"], swiftSettings: settings),
        .testTarget(name: "RivuletEventsTests", dependencies: ["RivuletEvents", "RivuletTesting"], swiftSettings: settings),
        .testTarget(name: "RivuletArticlesTests", dependencies: ["RivuletArticles", "RivuletTesting"], swiftSettings: settings),
        .testTarget(name: "RivuletFoundationTests", dependencies: ["RivuletFoundation", "RivuletTesting"], swiftSettings: settings),
        .testTarget(name: "RivuletServerTests", dependencies: ["RivuletServer", "RivuletTesting"], swiftSettings: settings),
        .testTarget(name: "IntegrationTests", dependencies: ["RivuletServer", "RivuletBench"], swiftSettings: settings),
    ] + fuzzers,
    swiftLanguageModes: [.v6]
)
