import Foundation

// Writes Swift sources that hold the viewer's files, for one binary to be all.
//
//     AssetPacker module OUTPUT.swift SWIFTC SOURCE...
//     AssetPacker web OUTPUT.swift FOLDER FILE...
//
// `module` compiles the viewport calculator and packs it with its layout; `web` packs files as they
// are. Files below FOLDER are called by their path from there.

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
    let web = try files.map { path in
      guard path.hasPrefix(root) else { throw PackingError("\(path) is not below \(root)") }
      return PackedFile(
        path: String(path.dropFirst(root.count)),
        contents: try Data(contentsOf: URL(fileURLWithPath: path)))
    }
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
