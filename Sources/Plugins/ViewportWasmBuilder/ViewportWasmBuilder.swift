import Foundation
import PackagePlugin

/// Compiles the viewport calculator to `viewport.wasm`, and packs it and the viewer's files into
/// Swift sources, as part of every build: the executable is the whole product.
///
/// All sources of the calculator are inputs of the command, so that an edit to any rebuilds it. The
/// module itself is no output: what is one and no source becomes a resource beside the executable.
@main
struct ViewportWasmBuilder: BuildToolPlugin {
  static let sourceModules = ["TileGeometry", "TileViewport", "ScrollMotion", "ViewportWasm"]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let package = context.package.directoryURL
    let packer = try context.tool(named: "AssetPacker").url
    let compiler = try context.tool(named: "swiftc").url
    let sources = try Self.sourceModules.flatMap { name in
      try Self.files(in: package.appending(path: "Sources/\(name)")) { $0.hasSuffix(".swift") }
    }
    let web = package.appending(path: "Sources/Viewer/Web")
    let files = try Self.files(in: web) {
      $0.contains(".") && !($0 as NSString).lastPathComponent.hasPrefix(".")
    }
    let module = context.pluginWorkDirectoryURL.appending(path: "PackedModule.swift")
    let packed = context.pluginWorkDirectoryURL.appending(path: "PackedWeb.swift")
    return [
      .buildCommand(
        displayName: "Compiling viewport.wasm", executable: packer,
        arguments: ["module", module.path, compiler.path] + sources.map(\.path),
        inputFiles: sources, outputFiles: [module]),
      .buildCommand(
        displayName: "Packing the viewer", executable: packer,
        arguments: ["web", packed.path, web.path] + files.map(\.path),
        inputFiles: files, outputFiles: [packed]),
    ]
  }

  static func files(in folder: URL, where isMeant: (String) -> Bool) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter(isMeant)
      .sorted()
      .map { folder.appending(path: $0) }
  }
}
