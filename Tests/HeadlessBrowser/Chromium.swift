import Foundation

/// A headless browser that runs one page to its end.
package struct Chromium: Sendable {
  private let executable: URL

  private struct Failure: Error {
    let status: Int32
    let output: String
  }

  private static let names = ["chromium-headless-shell", "chromium", "google-chrome"]

  /// The one that the environment names, or else the first that is installed.
  package static let installed: Chromium? = {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["PYRAMIDION_CHROMIUM"], !named.isEmpty {
      return Chromium(executable: URL(filePath: named))
    }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    for name in names {
      for folder in folders {
        let path = "\(folder)/\(name)"
        if FileManager.default.isExecutableFile(atPath: path) {
          return Chromium(executable: URL(filePath: path))
        }
      }
    }
    return nil
  }()

  /// Without a browser these tests may be left out, but never on CI: there they fail.
  package static let isExpected =
    installed != nil || ProcessInfo.processInfo.environment["CI"] != nil

  /// Has a page run.
  ///
  /// - Parameters:
  ///   - page: its markup.
  ///   - files: what it may load, by their paths beside it.
  /// - Returns: what the page's document has become once all of it is loaded.
  /// - Throws: where the browser fails.
  package func document(after page: String, beside files: [String: String] = [:]) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "pyramidion-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let file = folder.appending(path: "page.html")
    try Data(page.utf8).write(to: file)
    let output = folder.appending(path: "document")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = executable
    process.arguments = [
      "--no-sandbox", "--headless", "--disable-gpu", "--disable-dev-shm-usage",
      "--user-data-dir=\(folder.path)/profile",
    ]
    if !files.isEmpty {
      process.arguments? += ["--allow-file-access-from-files", "--timeout=20000"]
    }
    process.arguments? += ["--dump-dom", file.absoluteString]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let document = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw Failure(status: process.terminationStatus, output: String(document.prefix(2000)))
    }
    return document
  }
}
