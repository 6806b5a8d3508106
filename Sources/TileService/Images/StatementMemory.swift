import PictureWords
import Posix
import Sources
import Synchronization

/// What is said of an open picture, for as long as it is told without looking again: a file beside it
/// may come, change or go at any time.
final class StatementMemory: Sendable {
  private struct Known {
    let statement: PictureStatement
    let embedded: EmbeddedWords?
    var until: Instant
  }

  private static let freshness = Duration.seconds(2)

  private let known = Mutex<Known?>(nil)

  /// Whether it need not be looked for.
  var isFresh: Bool {
    let now = Instant.now
    return known.withLock { $0.map { now < $0.until } ?? false }
  }

  /// What was last found; nil before.
  var statement: PictureStatement? { known.withLock { $0?.statement } }

  /// What goes into files of the picture; nil where nothing is said.
  var embedded: EmbeddedWords? { known.withLock { $0?.embedded } }

  /// Keeps what was found.
  ///
  /// - Parameter statement: what is said now.
  /// - Returns: the problems that were not there the last time.
  func keep(_ statement: PictureStatement) -> [PictureStatement.Problem] {
    let before = known.withLock { $0 }
    let embedded =
      before?.statement.details == statement.details
      ? before?.embedded : EmbeddedWords(statement.details)
    let until = Instant.now + Self.freshness
    known.withLock {
      $0 = Known(statement: statement, embedded: embedded, until: until)
    }
    let told = before?.statement.problems ?? []
    return statement.problems.filter { !told.contains($0) }
  }

  /// Leaves it at what is known for a while: looking failed.
  func keepOn() { expire(at: .now + Self.freshness) }

  /// Says when it is to be looked again.
  func expire(at until: Instant) { known.withLock { $0?.until = until } }
}

extension ImageIndex {
  /// Looks for what is said of a picture, unless that was done a moment ago; reads files.
  ///
  /// - Parameter image: an open one; what its file says is the first page's.
  func learnStatement(of image: OpenImage) {
    guard !image.statement.isFresh, let identifier = ImageIdentifier(path: image.path) else {
      return
    }
    let document = image.page == nil ? identifier : identifier.asPage?.document ?? identifier
    guard let name = document.components.last else { return }
    let folder = document.components.dropLast().map(\.bytes)
    func path(of name: FileName) -> [UInt8] {
      Array((folder + [name.bytes]).joined(separator: [UInt8(ascii: "/")]))
    }
    let root = root
    do throws(FileError) {
      let statement = try PictureStatement(
        of: { () throws(FileError) in
          try PictureHead.details(of: try root.open(document).file, tellingPlace: tellsPlaces)
        }, called: name, knowing: image.statement.statement, tellingPlace: tellsPlaces
      ) { name throws(FileError) in
        guard let sidecar = ImageIdentifier(path: path(of: name)) else {
          throw FileError("open", "\(name)", .noSuchFile)
        }
        return try root.file(named: sidecar)
      }
      for problem in image.statement.keep(statement) {
        faults.note(
          .sidecar, image: image.path, "\(problem.file) beside it says nothing: \(problem.reason)")
      }
    } catch {
      // The picture itself is served, with the words that are known.
      image.statement.keepOn()
      if !error.errno.isOfTheFile {
        faults.note(Fault(reading: error.errno), image: image.path, "\(error.errno)")
      }
    }
  }
}
