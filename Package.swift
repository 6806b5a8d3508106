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

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  linking: [LinkerSetting] = [], plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict,
    linkerSettings: linking, plugins: plugins)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
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
    module("ViewportWasm", ["TileGeometry", "Viewport"]),

    // The web side: viewport.wasm is compiled into this target's resources by the plugin.
    module("Viewer", plugins: ["ViewportWasmBuilder"]),
    .plugin(
      name: "ViewportWasmBuilder", capability: .buildTool(),
      path: "Sources/Plugins/ViewportWasmBuilder"),

    // The ring round the system.
    .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
    module("Posix", ["CLinux"]),

    module("CommandLineInterface", ["TileGeometry", "Viewport"]),
    .executableTarget(
      name: "pyramidion", dependencies: ["CommandLineInterface", "Viewer"],
      swiftSettings: strict),

    // Measured by Tests/Benchmarks/viewport.sh.
    .target(name: "AllocationCount", path: "Tests/Benchmarks/AllocationCount"),
    .executableTarget(
      name: "ViewportBenchmark", dependencies: ["TileGeometry", "Viewport", "AllocationCount"],
      path: "Tests/Benchmarks/ViewportBenchmark", swiftSettings: strict),

    tests("TileGeometryTests", ["TileGeometry"]),
    tests("CommandLineInterfaceTests", ["CommandLineInterface"]),
    tests("ViewportWasmTests", ["ViewportWasm", "Viewport", "TileGeometry", "Viewer"]),
  ]
)
