import Posix
import PyramidFile
import Sources
import Storage

/// A store whose disk takes its time: nothing is published before it is opened.
final class WaitingStore: PyramidStore {
  private struct State {
    var isOpen = false
    var publishers = 0
  }

  private let folder: FolderStore
  private let state = Monitor(State())

  init(_ folder: FolderStore) { self.folder = folder }

  func open() { state.change { $0.isOpen = true } }

  /// Waits until so many pyramids are to be published at once.
  ///
  /// - Returns: false where they are not by that moment.
  func waitForPublishers(_ count: Int, until moment: Instant) -> Bool {
    state.wait(until: moment) { $0.publishers >= count ? true : nil } ?? false
  }

  private final class Publication: PyramidPublication {
    private let whole: any PyramidPublication
    private let store: WaitingStore

    init(_ whole: any PyramidPublication, _ store: WaitingStore) {
      self.whole = whole
      self.store = store
    }

    var version: PyramidVersion { whole.version }
    var temporaryPath: FilePath { whole.temporaryPath }
    var fileNumber: Int32 { whole.fileNumber }

    func publish<Refusal: Error>(
      verifying verify: (FilePath) throws(Refusal) -> Void
    ) throws(PublicationError<Refusal>) -> FilePath {
      store.state.change { $0.publishers += 1 }
      store.state.wait { $0.isOpen ? () : nil }
      return try whole.publish(verifying: verify)
    }
  }

  func begin(
    _ version: PyramidVersion, replacing isReplacing: Bool, shouldStop: () -> Bool
  ) throws(FileError) -> PyramidBeginning {
    let beginning = try folder.begin(version, replacing: isReplacing, shouldStop: shouldStop)
    guard case .writing(let publication) = beginning else { return beginning }
    return .writing(Publication(publication, self))
  }

  var title: String { folder.title }
  var engine: FarMount? { folder.engine }
  var waiting: Int { folder.waiting }
  var documents: DocumentShelf? { nil }
  var claims: (mine: Int, takenOver: Int, elsewhere: Int, failedBefore: Int)? { folder.claims }
  func path(of version: PyramidVersion) -> FilePath { folder.path(of: version) }
  func contains(_ version: PyramidVersion) throws(FileError) -> Bool {
    try folder.contains(version)
  }
  func open(_ version: PyramidVersion) throws(FileError) -> LocalFile { try folder.open(version) }
  func remove(_ version: PyramidVersion) throws(FileError) -> Bool { try folder.remove(version) }
  func versions(atMost limit: Int) throws(FileError) -> [PyramidVersion] {
    try folder.versions(atMost: limit)
  }
  func holdingOffWriters<Result>(
    of version: PyramidVersion, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result { try folder.holdingOffWriters(of: version, body) }
  func version(at path: FilePath) -> PyramidVersion? { folder.version(at: path) }
  func leftovers(removing: Bool) throws(FileError) -> [Leftover] {
    try folder.leftovers(removing: removing)
  }
  func checkTakesFiles() throws(FileError) { try folder.checkTakesFiles() }
  func closedShelves() throws(FileError) -> [FilePath] { try folder.closedShelves() }
  func checkIsThere() throws(FileError) { try folder.checkIsThere() }
  func tend() -> Int { folder.tend() }
  func stop() { folder.stop() }
}
