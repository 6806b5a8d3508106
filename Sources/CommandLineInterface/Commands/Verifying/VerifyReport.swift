import FoundationEssentials
import Posix
import PyramidFile
import PyramidFormat
import Sources
import Storage

/// The answer of `verify --json`; its keys are a promise.
struct VerifyReport: Encodable {
  struct Problem: Encodable {
    let kind: String
    let detail: String
  }

  struct Pyramid: Encodable {
    let path: String
    @NullWhenNone var version: String?
    /// The image that it was cut from, without its folders; of ours.
    @NullWhenNone var source: String?
    let status: String
    let bytes: Int64
    let levels: Int
    let tiles: Int
    let tilesRead: Int
    let checksums: Bool
    let removed: Bool
    let problems: [Problem]
  }

  /// A file of what is kept of documents beside the pyramids.
  struct Description: Encodable {
    let path: String
    /// Of the pyramid of the document's first page.
    let version: String
    let kind: String
    let status: String
    let removed: Bool
    @NullWhenNone var problem: String?
  }

  struct Leftover: Encodable {
    let path: String
    let kind: String
    let removed: Bool
  }

  var checked = 0
  var damaged = 0
  var removed = 0
  /// Files that can't be read, and others that are no pyramids at all: neither is checked.
  var unreadable = 0
  var notPyramids = 0
  var deep: Bool
  var pyramids: [Pyramid] = []
  /// They are in none of the counts above.
  var documents: [Description] = []
  var leftovers: [Leftover] = []
  /// No key where nothing was to be compared.
  var against: SourceProofReport?

  mutating func add(_ result: VerifiedPyramid) {
    let levels = result.verification?.levels ?? []
    pyramids.append(
      Pyramid(
        path: result.path.description, version: result.version?.text, source: result.source,
        status: result.standing.rawValue, bytes: result.bytes,
        levels: levels.count, tiles: levels.reduce(0) { $0 + $1.tileCount },
        tilesRead: result.verification?.tilesRead ?? 0,
        checksums: result.verification?.isOurs ?? false, removed: result.isRemoved,
        problems: result.problems.map { Problem(kind: $0.kind.rawValue, detail: $0.detail) }))
    switch result.standing {
    case .sound, .damaged: checked += 1
    case .unreadable: unreadable += 1
    case .notAPyramid: notPyramids += 1
    }
    damaged += result.standing == .damaged ? 1 : 0
    removed += result.isRemoved ? 1 : 0
  }

  mutating func add(_ file: VerifiedDescription) {
    documents.append(
      Description(
        path: file.path.description, version: file.version.text, kind: file.kind.word,
        status: file.standing.rawValue, removed: file.isRemoved, problem: file.problem))
  }

  var isAllSound: Bool {
    damaged + unreadable + notPyramids == 0 && documents.allSatisfy { $0.problem == nil }
  }

  /// The last line for people.
  var sum: String {
    var words = ["\(checked) checked", "\(damaged) damaged", "\(removed) removed"]
    if unreadable > 0 { words.append("\(unreadable) can't be read") }
    if notPyramids > 0 { words.append("\(notPyramids) are no pyramids") }
    let faulty = documents.filter { $0.problem != nil }.count
    if !documents.isEmpty {
      words.append(
        "\(documents.count) of documents" + (faulty > 0 ? ", \(faulty) of them damaged" : ""))
    }
    return words.joined(separator: ", ") + "\n"
  }
}

extension DocumentShelf.Kind {
  /// For scripts.
  fileprivate var word: String {
    switch self {
    case .book: "book"
    case .text: "text"
    case .thumbnails: "thumbnails"
    }
  }
}
