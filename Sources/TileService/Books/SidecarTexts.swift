import BookText
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

  private let index: ImageIndex
  private let known = Mutex(
    ByteCache<FileStatus, [SearchablePage]>(budget: ByteBudget(bytes: budget)))

  init(_ index: ImageIndex) { self.index = index }

  /// The pages of a file.
  ///
  /// - Parameter sidecar: The file.
  /// - Returns: None for one that has gone meanwhile.
  /// - Throws: What keeps it from being read, and what is wrong with it.
  func pages(of sidecar: TextSidecar) throws(NotServed) -> [SearchablePage] {
    guard let status = try index.status(of: sidecar.path) else { return [] }
    if let pages = known.withLock({ $0.value(for: status) }) { return pages }
    guard let identifier = ImageIdentifier(path: sidecar.path) else { return [] }
    let bytes: [UInt8]
    let file: LocalFile
    do throws(FileError) {
      file = try index.root.open(identifier).file
      bytes = try file.beginning(limit: RecognizedText.longest + 1)
    } catch {
      guard error.errno.isOfTheFile else { throw index.unreadable(sidecar.path, error) }
      return []
    }
    do throws(RecognizedText.Problem) {
      let pages = try RecognizedText.pages(in: bytes, sidecar.kind).map(SearchablePage.init)
      if file.status.isAtRest {
        let cost = pages.reduce(0) { $0 + $1.cost }
        known.withLock { $0.insert(pages, for: file.status, cost: cost) }
      }
      return pages
    } catch {
      let name = String(decoding: identifier.components.last?.bytes ?? [], as: UTF8.self)
      throw NotServed(.unprocessable, "\(name): \(error)")
    }
  }
}
