import Caching
import Posix
import PyramidFile
import Sources
import Synchronization

/// What files turned out to be that are no pyramids as they lie, so that asking again costs no look
/// into them: a refusal of a file that takes long to read, most of all.
///
/// What is remembered is of a file as the file system describes it, and ends with any change.
final class ResolutionMemory: Sendable {
  private struct Entry {
    let path: FilePath
    let status: FileStatus
    let resolution: SourceResolution
  }

  private static let capacity = 2048
  private let entries = Mutex(ClockCache<BytesKey, Entry>(capacity: capacity))

  /// What a source is, if it was looked at before.
  ///
  /// - Parameters:
  ///   - source: the open file, as it is now.
  ///   - path: what it was asked for as.
  /// - Returns: nil where somebody has to look.
  func resolution(of source: SourceRoot.Source, at path: [UInt8]) -> SourceResolution? {
    let known = entries.withLock { $0.value(of: BytesKey(path[...])) }
    guard let known, known.status == source.file.status, known.path == source.canonicalPath
    else { return nil }
    return known.resolution
  }

  /// Remembers what a source is.
  ///
  /// - Parameters:
  ///   - resolution: what was found.
  ///   - source: the file that was looked at.
  ///   - path: what it was asked for as.
  ///   - now: seconds since 1970.
  func keep(
    _ resolution: SourceResolution, of source: SourceRoot.Source, at path: [UInt8],
    now: Int64 = Clock.wallSeconds
  ) {
    switch resolution {
    // It stays open, which serves as well.
    case .pyramid: return
    case .document, .toCut, .refused: break
    }
    let status = source.file.status
    guard status.isAtRest(at: now) else { return }
    let entry = Entry(path: source.canonicalPath, status: status, resolution: resolution)
    entries.withLock { $0.insert(entry, for: BytesKey(copying: path[...])) }
  }
}
