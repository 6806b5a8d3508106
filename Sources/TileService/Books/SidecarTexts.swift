import BookText
import ByteText
import Caching
import HTTPWire
import Posix
import PyramidFile
import Sources
import Synchronization

/// The words that files beside pictures have: read once for a file as it is, as far as memory goes.
final class SidecarTexts: Sendable {
  /// In bytes.
  private static let budget = 64 << 20
  /// What is kept of a file beside its pages.
  private static let entryCost = 128

  private let index: ImageIndex
  private let known = Mutex(
    ByteCache<FileStatus, Result<[SearchablePage], RecognizedText.Problem>>(
      budget: ByteBudget(bytes: budget)))

  init(_ index: ImageIndex) { self.index = index }

  /// The pages of a file.
  ///
  /// - Parameter sidecar: the file.
  /// - Returns: none for one that has gone meanwhile.
  /// - Throws: what keeps it from being read, and what is wrong with it.
  func pages(of sidecar: TextSidecar) throws(NotServed) -> [SearchablePage] {
    guard let status = try index.status(of: sidecar.path) else { return [] }
    if let found = known.withLock({ $0.value(for: status) }) { return try told(found, sidecar) }
    guard let identifier = ImageIdentifier(path: sidecar.path) else { return [] }
    let bytes: [UInt8]
    let file: LocalFile
    do throws(FileError) {
      file = try index.root.file(named: identifier)
      bytes = try file.beginning(limit: RecognizedText.longest + 1)
    } catch {
      guard error.errno.isOfTheFile else { throw index.unreadable(sidecar.path, error) }
      return []
    }
    let found = Result { () throws(RecognizedText.Problem) in
      try RecognizedText.pages(in: bytes, sidecar.kind).map(SearchablePage.init)
    }
    if file.status.isAtRest {
      let cost = (try? found.get())?.reduce(Self.entryCost) { $0 + $1.cost } ?? Self.entryCost
      known.withLock { $0.insert(found, for: file.status, cost: cost) }
    }
    return try told(found, sidecar)
  }

  private func told(
    _ found: Result<[SearchablePage], RecognizedText.Problem>, _ sidecar: TextSidecar
  ) throws(NotServed) -> [SearchablePage] {
    switch found {
    case .success(let pages): return pages
    case .failure(let problem):
      let name = sidecar.path.split(separator: ASCII.slash).last ?? []
      throw NotServed(.unprocessable, "\(String(decoding: name, as: UTF8.self)): \(problem)")
    }
  }
}
