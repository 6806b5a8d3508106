import Foundation
import PackagePlugin

/// Compiles the viewport calculator to `viewport.wasm` as part of every build.
///
/// The very files that the server is built from go through the toolchain's Embedded Swift once
/// more, as one module. All of them are inputs of the command, so that an edit to any rebuilds it.
@main
struct ViewportWasmBuilder: BuildToolPlugin {
  static let sourceModules = ["TileGeometry", "TileViewport", "ScrollMotion", "ViewportWasm"]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let sources = try Self.sourceModules.flatMap { name in
      try Self.swiftFiles(in: context.package.directoryURL.appending(path: "Sources/\(name)"))
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "viewport.wasm")
    let packed = context.pluginWorkDirectoryURL.appending(path: "PackedAssets.swift")
    let web = context.package.directoryURL.appending(path: "Sources/Viewer/Web")
    let files = try FileManager.default.subpathsOfDirectory(atPath: web.path)
      .filter { $0.contains(".") && !($0 as NSString).lastPathComponent.hasPrefix(".") }
      .sorted()
      .map { web.appending(path: $0) }
    return [
      .buildCommand(
        displayName: "Compiling viewport.wasm",
        executable: try context.tool(named: "swiftc").url,
        arguments: Self.compilerArguments(output: output) + sources.map(\.path),
        inputFiles: sources,
        outputFiles: [output]),
      // The viewer's files and the module, as Swift: the executable is the whole product.
      .buildCommand(
        displayName: "Packing the viewer",
        executable: try context.tool(named: "AssetPacker").url,
        arguments: [packed.path, web.path] + files.map(\.path) + [output.path],
        inputFiles: files + [output],
        outputFiles: [packed]),
    ]
  }

  static func compilerArguments(output: URL) -> [String] {
    [
      "-target", "wasm32-unknown-none-wasm",
      "-enable-experimental-feature", "Embedded",
      "-swift-version", "6", "-parse-as-library", "-wmo", "-Osize", "-warnings-as-errors",
      "-module-name", "ViewportWasm", "-package-name", "pyramidion",
      // Canaries would need a C runtime.
      "-Xfrontend", "-disable-stack-protector",
      "-nostartfiles", "-Xclang-linker", "-nostdlib",
      "-Xlinker", "--no-entry", "-Xlinker", "--gc-sections", "-Xlinker", "--strip-all",
      "-Xlinker", "-O3", "-Xlinker", "--compress-relocations",
      "-o", output.path,
    ]
  }

  static func swiftFiles(in directory: URL) throws -> [URL] {
    let manager = FileManager.default
    return try manager.subpathsOfDirectory(atPath: directory.path)
      .filter { $0.hasSuffix(".swift") }
      .sorted()
      .map { directory.appending(path: $0) }
  }
}
