import Foundation
import ScriptBundles

/// A file of the viewer, as it is served.
struct PackedFile {
  /// Below the viewer's address.
  let path: String
  let contents: Data

  /// Comments and indentation of scripts and style sheets stay behind: they weigh more than a tenth
  /// of what a page loads.
  init(path: String, contents: Data) {
    self.path = path
    let isText = ["js", "css"].contains((path as NSString).pathExtension)
    guard isText else {
      self.contents = contents
      return
    }
    let lines = CodeLines.of(String(decoding: contents, as: UTF8.self))
    self.contents = Data(lines.map { $0.drop { $0 == " " } + "\n" }.joined().utf8)
  }

  func mediaType() throws -> String {
    switch (path as NSString).pathExtension {
    case "html": return "text/html; charset=utf-8"
    case "css": return "text/css; charset=utf-8"
    case "js": return "text/javascript; charset=utf-8"
    case "svg": return "image/svg+xml"
    case "wasm": return "application/wasm"
    case "json", "webmanifest": return "application/json"
    default: throw PackingError("\(path) is of no type that the viewer serves")
    }
  }

  func compressed() throws -> Data {
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
    guard process.terminationStatus == 0 else { throw PackingError("gzip failed: \(path)") }
    return bytes
  }
}
