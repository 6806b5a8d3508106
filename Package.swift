// swift-tools-version: 6.2
import PackageDescription

/// Every target is built alike: language mode 6, strict memory safety, and no warning survives.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

#if arch(arm64)
  let multiarch = "aarch64-linux-gnu"
#else
  let multiarch = "x86_64-linux-gnu"
#endif

/// Where libvips' headers find GLib's.
let vipsHeaders: [SwiftSetting] = [
  .unsafeFlags([
    "-Xcc", "-I/usr/include/glib-2.0", "-Xcc", "-I/usr/lib/\(multiarch)/glib-2.0/include",
  ])
]

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting] = [], linking: [LinkerSetting] = [],
  plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict + settings,
    linkerSettings: linking, plugins: plugins)
}

/// `exclude` names the Python tests and scripts that lie beside the Swift ones.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "pyramidion",
  products: [
    .executable(name: "pyramidion", targets: ["pyramidion"])
  ],
  targets: [
    // Pure: no I/O, no Foundation, nothing imported but each other.
    module("TileGeometry"),
    // Rounding and square roots are libm's on Linux; nothing else would link it for a module
    // without imports.
    module("Viewport", ["TileGeometry"], linking: [.linkedLibrary("m")]),
    module("ImageRequest", ["HTTPWire", "TileGeometry", "Viewport"]),
    module("ViewportWasm", ["TileGeometry", "Viewport"]),
    module("HTTPWire"),
    module("Caching"),

    // The web side: viewport.wasm is compiled into this target's resources by the plugin.
    module("Viewer", exclude: ["Web"], plugins: ["ViewportWasmBuilder"]),
    .executableTarget(
      name: "AssetPacker", path: "Sources/Plugins/AssetPacker", swiftSettings: strict),
    .plugin(
      name: "ViewportWasmBuilder", capability: .buildTool(), dependencies: ["AssetPacker"],
      path: "Sources/Plugins/ViewportWasmBuilder"),

    // The ring round the system.
    .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
    module("Posix", ["CLinux"]),
    module("HTTPServer", ["HTTPWire", "Posix"]),

    // Imaging loads libvips when a job first needs it: its hundred libraries cost every start
    // 15 MB and tens of milliseconds, and the fast road for JPEG does without. So only its headers
    // are used here, and nothing is linked but libjpeg.
    .systemLibrary(name: "CJPEG", path: "Sources/CJPEG"),
    .systemLibrary(name: "CVips", path: "Sources/CVips"),
    module("Imaging", ["TileGeometry", "Posix", "CVips", "CJPEG"], settings: vipsHeaders),
    module("Cutter", ["TileGeometry", "Imaging", "PyramidFile", "Posix", "Storage"]),
    // The TIFF container, and the store it lies in.
    .systemLibrary(name: "CChecksum", path: "Sources/CChecksum"),
    .systemLibrary(name: "CZlib", path: "Sources/CZlib"),
    module("PyramidFile", ["CChecksum", "CZlib", "Posix", "TileGeometry"]),
    module("Storage", ["Posix", "PyramidFile", "TileGeometry"]),

    module(
      "Rendering", ["Caching", "ImageRequest", "Imaging", "PyramidFile", "Posix", "TileGeometry"]),
    module(
      "TileService",
      [
        "Caching", "Cutter", "HTTPWire", "ImageRequest", "Imaging", "Posix", "PyramidFile",
        "Rendering", "Storage", "TileGeometry", "Viewer", "Viewport",
      ]),

    module(
      "CommandLineInterface",
      [
        "Cutter", "ImageRequest", "Imaging", "Posix", "PyramidFile", "Storage", "TileGeometry",
        "Viewport",
      ]),
    .executableTarget(
      name: "pyramidion",
      dependencies: [
        "CommandLineInterface", "Cutter", "HTTPServer", "HTTPWire", "Imaging", "Posix",
        "PyramidFile", "TileGeometry", "TileService", "Viewer",
      ],
      swiftSettings: strict),

    tests("HTTPWireTests", ["HTTPWire"]),
    tests(
      "HTTPServerTests", ["HTTPServer", "HTTPWire", "Posix"],
      exclude: ["test_serve.py", "test_differential.py", "thread-sanitizer.sh"]),
    // Measured by Tests/Benchmarks/viewport.sh.
    .target(name: "AllocationCount", path: "Tests/Benchmarks/AllocationCount"),
    .executableTarget(
      name: "ViewportBenchmark", dependencies: ["TileGeometry", "Viewport", "AllocationCount"],
      path: "Tests/Benchmarks/ViewportBenchmark", swiftSettings: strict),
    .target(name: "SeededNumbers", path: "Tests/SeededNumbers", swiftSettings: strict),
    tests("TileGeometryTests", ["SeededNumbers", "TileGeometry"]),
    // Measured by Tests/Benchmarks/requests.sh.
    .executableTarget(
      name: "RequestBenchmark", dependencies: ["AllocationCount", "ImageRequest", "TileGeometry"],
      path: "Tests/Benchmarks/RequestBenchmark", swiftSettings: strict),
    tests("ImageRequestTests", ["ImageRequest", "TileGeometry", "Viewport"]),
    tests("CachingTests", ["Caching", "SeededNumbers"]),
    // Writes and publishes pyramids of given tiles, for the tests of other programs and of crashes.
    .executableTarget(
      name: "PyramidFixture",
      dependencies: ["Imaging", "Posix", "PyramidFile", "Storage", "TileGeometry"],
      path: "Tests/PyramidFixture", swiftSettings: strict),
    tests("PosixTests", ["Posix"]),
    tests(
      "RenderingTests",
      ["Caching", "ImageRequest", "Imaging", "Posix", "PyramidFile", "Rendering", "TileGeometry"]),
    tests("PyramidFileTests", ["Posix", "PyramidFile", "TileGeometry"]),
    tests("StorageTests", ["Posix", "PyramidFile", "Storage", "TileGeometry"]),
    tests("ViewportTests", ["SeededNumbers", "TileGeometry", "Viewport"]),
    tests("CommandLineInterfaceTests", ["CommandLineInterface", "Posix"]),
    tests(
      "ViewportWasmTests",
      ["SeededNumbers", "TileGeometry", "Viewer", "Viewport", "ViewportWasm"]),
  ]
)
