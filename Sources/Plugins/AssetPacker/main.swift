import Foundation
import ScriptBundles
import ViewportWasm

// Writes Swift sources that hold the viewer's files, for one binary to be all.
//
//     AssetPacker module OUTPUT.swift SWIFTC SOURCE...
//     AssetPacker web OUTPUT.swift FOLDER FILE...
//
// `module` compiles the viewport calculator and packs it with its layout; `web` packs files as they
// are, and the scripts of pages as bundles besides. Files below FOLDER are called by their path from
// there.

let usage = """
  usage: AssetPacker module OUTPUT.swift SWIFTC SOURCE...
         AssetPacker web OUTPUT.swift FOLDER FILE...
  """

func pack(_ words: [String]) throws {
  guard words.count > 3 else { throw PackingError(usage) }
  let output = URL(fileURLWithPath: words[1])
  let files = words.dropFirst(3).sorted()
  switch words[0] {
  case "module":
    let module = try CalculatorModule(
      sources: files, compiler: words[2], folder: output.deletingLastPathComponent())
    try PackedSource(name: "packedModule", files: module.files).write(to: output)
  case "web":
    let root = words[2].hasSuffix("/") ? words[2] : words[2] + "/"
    var modules = [try ScriptModule(path: "layout.js", Layout.script)]
    var web: [PackedFile] = []
    for file in files {
      guard file.hasPrefix(root) else { throw PackingError("\(file) is not below \(root)") }
      let path = String(file.dropFirst(root.count))
      let contents = try Data(contentsOf: URL(fileURLWithPath: file))
      web.append(PackedFile(path: path, contents: contents))
      if path.hasSuffix(".js") {
        modules.append(try ScriptModule(path: path, String(decoding: contents, as: UTF8.self)))
      }
    }
    for bundle in PageBundle.all { web += try bundle.files(among: modules) }
    try PackedSource(name: "packedWeb", files: web).write(to: output)
  default: throw PackingError(usage)
  }
}

do {
  try pack(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("AssetPacker: \(error)\n".utf8))
  exit(1)
}
