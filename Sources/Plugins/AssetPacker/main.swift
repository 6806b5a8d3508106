import Foundation

// Writes a Swift source that holds files, as they are and compressed, for one binary to be all.
//
//     AssetPacker OUTPUT.swift FOLDER FILE...
//
// Files below FOLDER are called by their path from there, others by their name.

struct Failure: Error, CustomStringConvertible {
  let description: String
}

func compressed(_ file: URL) throws -> Data {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/gzip")
  process.arguments = ["-9", "--no-name", "--stdout", file.path]
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw Failure(description: "gzip failed: \(file)") }
  return bytes
}

func mediaType(_ name: String) throws -> String {
  switch (name as NSString).pathExtension {
  case "html": return "text/html; charset=utf-8"
  case "css": return "text/css; charset=utf-8"
  case "js": return "text/javascript; charset=utf-8"
  case "svg": return "image/svg+xml"
  case "wasm": return "application/wasm"
  case "json", "webmanifest": return "application/json"
  default: throw Failure(description: "\(name) is of no type that the viewer serves")
  }
}

func pack(_ arguments: ArraySlice<String>) throws {
  guard let output = arguments.first, let folder = arguments.dropFirst().first else {
    throw Failure(description: "usage: AssetPacker OUTPUT.swift FOLDER FILE...")
  }
  let root = folder.hasSuffix("/") ? folder : folder + "/"
  var source = """
    extension ViewerAsset {
      /// Path, media type, bytes and compressed bytes in base 64.
      static let packed: [(StaticString, StaticString, StaticString, StaticString)] = [

    """
  for path in arguments.dropFirst(2).sorted() {
    let file = URL(fileURLWithPath: path)
    let name = path.hasPrefix(root) ? String(path.dropFirst(root.count)) : file.lastPathComponent
    let bytes = try Data(contentsOf: file)
    source += """
          (
            "\(name)", "\(try mediaType(name))",
            "\(bytes.base64EncodedString())",
            "\(try compressed(file).base64EncodedString())"
          ),

      """
  }
  source += "  ]\n}\n"
  try source.write(toFile: output, atomically: true, encoding: .utf8)
}

do {
  try pack(CommandLine.arguments.dropFirst())
} catch {
  FileHandle.standardError.write(Data("AssetPacker: \(error)\n".utf8))
  exit(1)
}
