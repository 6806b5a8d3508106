import DecoderChildren
import Posix
import PyramidFile
import PyramidFormat
import S3Wire
import Sources
import Storage

/// One run of `verify`: what it looks with, and what it has found so far.
struct VerifyRun {
  let deep: Bool
  let repairing: Bool
  let decoder: PyramidVerification.Decoder
  /// Nil where what is checked needs none.
  let store: (any PyramidStore)?
  /// What operands lead to that lie elsewhere.
  let far: AddressedSources?
  /// Given a line or more for people.
  let say: (String) -> Void
  private(set) var report: VerifyReport

  /// - Parameters:
  ///   - deep: whether every tile is read.
  ///   - repairing: whether what is damaged in the store is removed.
  ///   - decoder: proves that tiles are pictures.
  ///   - store: nil where what is checked needs none.
  ///   - far: what operands lead to that lie elsewhere.
  ///   - say: given a line or more for people.
  init(
    deep: Bool, repairing: Bool, decoder: @escaping PyramidVerification.Decoder,
    store: (any PyramidStore)?, far: AddressedSources?, say: @escaping (String) -> Void
  ) {
    self.deep = deep
    self.repairing = repairing
    self.decoder = decoder
    self.store = store
    self.far = far
    self.say = say
    report = VerifyReport(deep: deep)
  }

  private mutating func tell(_ result: VerifiedPyramid) {
    report.add(result)
    say(result.lines)
  }

  /// Checks what was typed.
  ///
  /// - Parameters:
  ///   - operands: files and addresses.
  ///   - names: what the addresses are called, in their order; those that were taken are gone.
  /// - Returns: what they are.
  /// - Throws: what is wrong with one of them, or with the store.
  mutating func check(
    _ operands: [String], _ names: inout ArraySlice<FilePath>
  ) throws -> [FilePath] {
    var pyramids: [FilePath] = []
    for operand in operands {
      if EngineAddress.isMeant(by: operand), let name = names.popFirst() {
        pyramids.append(name)
        tell(VerifiedPyramid(name, deep: deep, decoder: decoder, open: open))
        continue
      }
      guard let path = FilePath(operand) else {
        throw UsageError("'\(operand)' is not a path", command: .verify)
      }
      pyramids.append(path)
      if (try? FileStatus.of(path))?.kind == .folder {
        throw UsageError(
          "\(path) is a folder; as a store it is checked by --store \(path)", command: .verify)
      }
      if let store, let version = store.version(at: path) {
        try check(version, in: store)
      } else {
        tell(VerifiedPyramid(path, deep: deep, decoder: decoder))
      }
    }
    return pyramids
  }

  /// Checks a pyramid of the store, if it still is there.
  private mutating func check(_ version: PyramidVersion, in store: any PyramidStore) throws {
    let result = try CommandLineInterface.environment {
      try store.verify(version, deep: deep, repairing: repairing, decoder: decoder)
    }
    if let result { tell(result) }
  }

  /// Checks all of the store.
  mutating func checkAll(of store: any PyramidStore) throws {
    for version in try CommandLineInterface.environment({ try store.versions() }) {
      try check(version, in: store)
    }
  }

  /// Checks what is kept of documents beside the pyramids.
  mutating func checkDocuments(of store: any PyramidStore) throws {
    let found = try CommandLineInterface.environment {
      try store.documents?.verify(repairing: repairing) ?? []
    }
    for file in found {
      report.add(file)
      say(file.line)
    }
  }

  /// Tells of what dead writers left in the store.
  mutating func findLeftovers(in store: any PyramidStore) throws {
    let leftovers = try CommandLineInterface.environment {
      try store.leftovers(removing: repairing)
    }
    for leftover in leftovers {
      report.leftovers.append(
        VerifyReport.Leftover(
          path: leftover.path.description, kind: leftover.kind.rawValue, removed: repairing))
      say("\(leftover.path): left by a dead writer\(repairing ? ", removed" : "")\n")
    }
  }

  /// Holds a pyramid against what it was cut from.
  mutating func compare(
    _ pyramid: FilePath, with source: FilePath, _ request: SourceRequest
  ) {
    let proof = SourceProof(of: pyramid, against: source, request, open: open)
    report.against = SourceProofReport(proof, source: source)
    say("\(pyramid): \(proof.finding)\n")
  }

  private func open(_ path: FilePath) throws(FileError) -> LocalFile {
    guard let far, AddressedSources.isName(path) else { return try LocalFile(path) }
    return try far.open(path)
  }
}

extension VerifiedPyramid {
  /// What is told to people.
  fileprivate var lines: String {
    let origin = source.map { "cut from \($0)" }
    guard !problems.isEmpty else {
      let tiles = verification?.levels.reduce(0) { $0 + $1.tileCount } ?? 0
      let note = verification?.isOurs == true ? "" : ", no checksums to compare"
      return "\(path): sound, \(tiles) tiles, \(bytes) bytes"
        + "\(origin.map { ", \($0)" } ?? "")\(note)\n"
    }
    return problems.map { problem in
      if problem.kind == .unreadable { return "\(problem)\n" }
      if standing == .notAPyramid { return "\(path): is no pyramid: \(problem)\n" }
      let word = isRemoved ? "removed" : "damaged"
      return "\(path): \(word): \(problem)\(origin.map { " (\($0))" } ?? "")\n"
    }.joined()
  }
}

extension VerifiedDescription {
  /// What is told to people.
  fileprivate var line: String {
    guard let problem else { return "\(path): sound, \(kind.title)\n" }
    if standing == .unreadable { return "\(problem)\n" }
    return "\(path): \(isRemoved ? "removed" : "damaged"): \(problem) (\(kind.title))\n"
  }
}

extension DocumentShelf.Kind {
  fileprivate var title: String {
    switch self {
    case .book: "what a document says of its pages"
    case .text: "a document's words"
    case .thumbnails(let sheet): "a document's thumbnails, sheet \(sheet)"
    }
  }
}
