import Digests
import Foundation
import ImageRequest
import ServiceBench
import Testing
import TileService

/// A file of `Tests/Answers`; its form is told in `FORMAT.md` there.
struct AnswerCase: CustomTestStringConvertible, Sendable {
  struct Malformed: Error { let reason: String }

  let name: String
  let sentence: String
  /// As `pyramidion serve` takes them.
  let flags: [String]
  private let request: String
  private let head: [String]
  private let body: String

  var testDescription: String { "\(name): \(sentence)" }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Answers")

  /// The drawings that the cases are about.
  static let images = folder.appendingPathComponent("images").path

  static func all() throws -> [AnswerCase] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "http" }.sorted { $0.path < $1.path }.map(AnswerCase.init)
  }

  init(_ file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let blocks = text.split(separator: "\n\n", maxSplits: 3).map(String.init)
    guard blocks.count == 4 else { throw Malformed(reason: "\(file.path) has no four blocks") }
    name = file.deletingPathExtension().lastPathComponent
    let lines = blocks[0].split(separator: "\n")
    let settings = lines.first { $0.hasPrefix("serve ") }
    sentence = lines.filter { $0 != settings }.joined(separator: " ")
    flags = settings.map { $0.split(separator: " ").dropFirst().map(String.init) } ?? []
    request = blocks[1].replacing("\n", with: "\r\n") + "\r\n\r\n"
    head = blocks[2].split(separator: "\n").map(String.init)
    body = blocks[3]
  }

  /// Sets what the flags say.
  func configure(_ configuration: inout ServiceConfiguration) throws {
    var words = flags[...]
    while let flag = words.popFirst() {
      switch flag {
      case "--negotiate": configuration.negotiatesFormat = true
      case "--trust-forwarded": configuration.trustsForwarded = true
      case "--public-url":
        configuration.publicBase = try words.popFirst().map { try PublicAddress(parsing: $0) }
      case "--max-age": configuration.cacheSeconds = words.popFirst().flatMap { Int($0) } ?? 0
      case "--max-area":
        configuration.limits.maximumArea = words.popFirst().flatMap { Int64($0) } ?? 0
      default: throw Malformed(reason: "the bench knows no \(flag)")
      }
    }
  }

  /// Has the request answered.
  ///
  /// - Parameter bench: a service that is configured as the case wants it.
  /// - Returns: what is not as it should be; empty where all is.
  /// - Throws: what can't be asked.
  func differences(on bench: ServiceBench) throws -> [String] {
    let versions = try versions(on: bench)
    func filled(_ text: String) -> String {
      versions.reduce(text) { $0.replacing($1.key, with: $1.value) }
    }
    guard let answer = bench.answer(to: filled(request).utf8) else {
      throw Malformed(reason: "the request has no end")
    }
    var differences: [String] = []
    for place in 0..<max(head.count, answer.head.count) {
      let wanted = place < head.count ? filled(head[place]) : "nothing more"
      let given = place < answer.head.count ? answer.head[place] : "nothing more"
      if !Self.matches(given, wanted) { differences.append("wanted \(wanted), got \(given)") }
    }
    if let difference = difference(of: answer, filled(body)) { differences.append(difference) }
    return differences
  }

  private func difference(of answer: BenchAnswer, _ wanted: String) -> String? {
    let word = wanted.trimmingCharacters(in: .newlines)
    if word == "any" { return nil }
    if word == "none" { return answer.body.isEmpty ? nil : "a body of \(answer.body.count)" }
    if word.hasPrefix("sha256 ") {
      let hash = "sha256 " + SHA256.digest(of: answer.body).map(Self.hexadecimal).joined()
      return hash == word ? nil : "wanted \(word), got \(hash)"
    }
    return Self.matches(answer.text, wanted) ? nil : "wanted \(wanted), got \(answer.text)"
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// What `{version NAME}` stands for, by itself.
  private func versions(on bench: ServiceBench) throws -> [String: String] {
    var versions: [String: String] = [:]
    for part in ([request, body] + head).joined().split(separator: "{version ").dropFirst() {
      let name = part.prefix { $0 != "}" }
      let text = bench.get("/images/\(name)")?.text ?? ""
      guard let found = text.split(separator: "\"version\":\"").dropFirst().first else {
        throw Malformed(reason: "\(name) has no version: \(text)")
      }
      versions["{version \(name)}"] = String(found.prefix { $0 != "\"" })
    }
    return versions
  }

  private static func matches(_ given: String, _ wanted: String) -> Bool {
    let classes = [
      ("{date}", "[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT"),
      ("{tag}", "[0-9a-f]{1,16}"), ("{digest}", "[A-Za-z0-9+/]{43}="), ("{number}", "[0-9]+"),
      ("{time}", "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"),
    ]
    var pattern = NSRegularExpression.escapedPattern(for: wanted)
    for (name, meaning) in classes {
      pattern = pattern.replacing(NSRegularExpression.escapedPattern(for: name), with: meaning)
    }
    let all = given.range(of: "^\(pattern)$", options: .regularExpression)
    return all == given.startIndex..<given.endIndex
  }
}
