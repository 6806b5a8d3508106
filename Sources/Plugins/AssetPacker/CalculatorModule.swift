import Foundation
import ViewportWasm

/// The viewport calculator for browsers: `viewport.wasm`, and `layout.js` with the names of its
/// numbers.
///
/// The very files that the server is built from go through the toolchain's Embedded Swift once
/// more, as one module.
struct CalculatorModule {
  let files: [PackedFile]

  /// Compiles the module.
  ///
  /// - Parameters:
  ///   - sources: paths of all Swift files of the calculator.
  ///   - compiler: the path of `swiftc`.
  ///   - folder: where the module is left, with what was written for it.
  /// - Throws: when the compiler does not answer with a module; it has said why itself.
  init(sources: [String], compiler: String, folder: URL) throws {
    let source = folder.appendingPathComponent("LayoutVersion.swift")
    let module = folder.appendingPathComponent("viewport.wasm")
    try Data("let layoutVersion: Int32 = \(Layout.version)\n".utf8).write(to: source)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: compiler)
    process.arguments = Self.arguments(output: module.path) + sources + [source.path]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw PackingError("viewport.wasm does not compile")
    }
    files = [
      PackedFile(path: "layout.js", contents: Data(Layout.script.utf8)),
      PackedFile(path: "viewport.wasm", contents: try Data(contentsOf: module)),
    ]
  }

  private static func arguments(output: String) -> [String] {
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
      "-o", output,
    ]
  }
}
