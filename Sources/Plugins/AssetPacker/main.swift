import Foundation

// Writes a Swift source that holds files, as they are and compressed, for one binary to be all.
//
//     AssetPacker OUTPUT.swift FOLDER FILE...
//
// Files below FOLDER are called by their path from there, others by their name. Comments stay behind:
// they weigh more than a tenth of what a page loads.

struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// A script or style sheet without its lines that are comments alone.
func withoutComments(_ text: String) -> String {
  var kept: [Substring] = []
  var isInside = false
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    let words = line.drop { $0 == " " }
    let begins = words.hasPrefix("/*")
    if isInside || begins {
      isInside = !words.hasSuffix("*/")
    } else if !words.hasPrefix("//") {
      kept.append(line)
    }
  }
  return kept.joined(separator: "\n")
}

func contents(_ file: URL) throws -> Data {
  guard ["js", "css"].contains(file.pathExtension) else { return try Data(contentsOf: file) }
  return Data(withoutComments(try String(contentsOf: file, encoding: .utf8)).utf8)
}

func compressed(_ contents: Data) throws -> Data {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try contents.write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
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
    let bytes = try contents(file)
    source += """
          (
            "\(name)", "\(try mediaType(name))",
            "\(bytes.base64EncodedString())",
            "\(try compressed(bytes).base64EncodedString())"
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
