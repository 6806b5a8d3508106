package import Posix
package import PyramidFile
package import Sources

/// What beginning to write a pyramid came to.
package enum PyramidBeginning: Sendable {
  /// It is there already; another writer may have finished it just now.
  case present(FilePath)
  /// Nobody else writes it until this is published or let go.
  case writing(any PyramidPublication)
  /// Another host is at it: nobody here waits for that, but looks again.
  case elsewhere
  /// Another host has tried not long ago, and says what is wrong with the image.
  case failed(KnownFailure)
}

/// Where pyramids lie and are put, by their versions.
package protocol PyramidStore: Sendable {
  /// For people.
  var title: String { get }
  /// Where they lie, if not in a folder here.
  var engine: FarMount? { get }
  /// Pyramids that were cut and could not be put there yet: they are served from here.
  var waiting: Int { get }
  /// What is kept of documents beside the pyramids; nil where nothing is.
  var documents: DocumentShelf? { get }

  /// Where a pyramid lies, or would: a path, or the canonical name of an object.
  func path(of version: PyramidVersion) -> FilePath

  /// Whether a pyramid is there.
  ///
  /// - Parameter version: its name.
  /// - Returns: false where nothing has that name, or what has it is no file.
  /// - Throws: what keeps the store from being looked at; then nobody knows.
  func contains(_ version: PyramidVersion) throws(FileError) -> Bool

  /// Opens a pyramid.
  ///
  /// - Parameter version: its name.
  /// - Returns: its file.
  /// - Throws: `ENOENT` where there is none; anything else, and nobody knows.
  func open(_ version: PyramidVersion) throws(FileError) -> LocalFile

  /// Takes a pyramid in hand, waiting for another writer of the same one to finish.
  ///
  /// - Parameters:
  ///   - version: its name.
  ///   - isReplacing: whether it is written anew where it is there; readers keep the old one until the
  ///     new one has its name.
  ///   - shouldStop: asked often; yes ends the wait with an error.
  /// - Returns: whether it is there by now, or is to be written.
  /// - Throws: what keeps it from being begun.
  func begin(
    _ version: PyramidVersion, replacing isReplacing: Bool, shouldStop: () -> Bool
  ) throws(FileError) -> PyramidBeginning

  /// Forgets a pyramid; who has it open reads on.
  ///
  /// - Returns: false when there was none.
  @discardableResult
  func remove(_ version: PyramidVersion) throws(FileError) -> Bool

  /// Every pyramid of the store, in order of versions; or the first ones, without looking further.
  func versions(atMost limit: Int) throws(FileError) -> [PyramidVersion]

  /// Does something while nobody else writes a pyramid.
  func holdingOffWriters<Result>(
    of version: PyramidVersion, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result

  /// The version that a path of this store stands for; nil for any other path.
  func version(at path: FilePath) -> PyramidVersion?

  /// Finds what dead writers left behind; with `removing`, removes it.
  func leftovers(removing: Bool) throws(FileError) -> [Leftover]

  /// Whether pyramids can be put there.
  ///
  /// - Throws: why they can't.
  func checkTakesFiles() throws(FileError)

  /// The folders that no pyramid can be put into, though the store itself takes files.
  func closedShelves() throws(FileError) -> [FilePath]

  /// Whether the store is there and can be read.
  ///
  /// - Throws: what keeps it from being opened.
  func checkIsThere() throws(FileError)

  /// Asks where the store lies whether it can be read, and waits; a folder of this machine is opened
  /// before.
  ///
  /// - Throws: why it can't.
  func checkAnswers() throws(FileError)

  /// Of pyramids that hosts agree on who cuts them: taken in hand, taken over from one that was gone,
  /// left to others, and not tried because others could not cut them; nil where no hosts share the
  /// store.
  var claims: (mine: Int, takenOver: Int, elsewhere: Int, failedBefore: Int)? { get }

  /// Brings there what waits for it; called every few seconds, by one who may wait.
  ///
  /// - Returns: how many pyramids were brought.
  func tend() -> Int

  /// Ends all that is under way; nobody asks the store for anything more.
  func stop()
}

extension PyramidStore {
  /// Whether who looks for a pyramid may have to wait for the network.
  package var isFar: Bool { engine != nil }

  package func begin(
    _ version: PyramidVersion, replacing isReplacing: Bool = false
  ) throws(FileError) -> PyramidBeginning {
    try begin(version, replacing: isReplacing, shouldStop: { false })
  }

  package func versions() throws(FileError) -> [PyramidVersion] { try versions(atMost: .max) }

  package func checkAnswers() throws(FileError) {}
}
