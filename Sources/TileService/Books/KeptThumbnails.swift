import Posix
import Sources
import Storage

/// Pages in small, in the store: a service that begins anew does not draw them again.
///
/// They are gathered and written together: a sheet that is leafed through is written a few times, and
/// not once a page.
final class KeptThumbnails: Sendable {
  /// Where a picture belongs.
  struct Place: Sendable {
    /// The version of the document's first page.
    let document: PyramidVersion
    /// From 1.
    let page: Int
    /// What tells how it is made.
    let print: UInt64
  }

  private struct SheetName: Hashable {
    let document: PyramidVersion
    let number: Int
  }

  private struct State {
    var gathered: [SheetName: [Int: ThumbnailSheet.Picture]] = [:]
    var count = 0
    /// When what is gathered is written, however little it is; nil where there is nothing.
    var due: Instant?
    var hasThread = false
    var isStopping = false
  }

  /// Pictures that are written at once; as many more may wait meanwhile.
  private static let batch = ThumbnailSheet.pageCount
  /// How long one waits for others: what is lost when a service is killed.
  private static let patience = Duration.seconds(1)

  private let shelf: DocumentShelf
  private let state = Monitor(State())
  private let threads = ThreadGroup()

  /// - Parameter shelf: where they are kept.
  init(in shelf: DocumentShelf) { self.shelf = shelf }

  /// A page in small as it was made before.
  ///
  /// - Parameter place: which, and how it would be made now.
  /// - Returns: nil where none is kept.
  func picture(at place: Place) -> [UInt8]? {
    let sheet = shelf.sheet(ThumbnailSheet.number(ofPage: place.page), of: place.document)
    guard let picture = sheet?.pictures[place.page], picture.print == place.print else {
      return nil
    }
    return picture.bytes
  }

  /// Keeps a page in small, soon.
  ///
  /// - Parameters:
  ///   - picture: its bytes; too many are not kept, nor is what comes faster than a disk takes it.
  ///   - place: which it is.
  func keep(_ picture: [UInt8], at place: Place) {
    guard picture.count <= ThumbnailSheet.longestPicture else { return }
    let sheet = SheetName(
      document: place.document, number: ThumbnailSheet.number(ofPage: place.page))
    state.change { state in
      // The thread comes with the first one: most services have no documents.
      guard !state.isStopping, state.count < 2 * Self.batch, state.hasThread || start() else {
        return
      }
      state.hasThread = true
      let before = state.gathered[sheet, default: [:]].updateValue(
        ThumbnailSheet.Picture(print: place.print, bytes: picture), forKey: place.page)
      state.count += before == nil ? 1 : 0
      state.due = state.due ?? .now + Self.patience
    }
  }

  /// What is gathered is written first.
  func stop() {
    state.change { $0.isStopping = true }
    threads.join()
  }

  private func start() -> Bool {
    // Where no thread can be had they are in memory alone.
    (try? threads.start("thumbnails", count: 1) { _ in
      Posix.Thread.stepBack(19)
      while let batch = self.next() {
        for (name, pictures) in batch { self.write(pictures, on: name) }
      }
    }) != nil
  }

  /// - Returns: nil once there is no more.
  private func next() -> [SheetName: [Int: ThumbnailSheet.Picture]]? {
    let isEnough: Bool? = state.wait(until: \.due) { state in
      state.isStopping || state.count >= Self.batch ? true : nil
    }
    return state.change(waking: .nobody) { state in
      if isEnough == true, state.gathered.isEmpty, state.isStopping { return nil }
      defer { (state.gathered, state.count, state.due) = ([:], 0, nil) }
      return state.gathered
    }
  }

  private func write(_ pictures: [Int: ThumbnailSheet.Picture], on name: SheetName) {
    var sheet = shelf.sheet(name.number, of: name.document) ?? ThumbnailSheet(name.number)
    for (page, picture) in pictures { sheet.put(picture, page: page) }
    // An extra: where it can't be kept the pages are drawn again. Of a store that takes nothing the
    // pyramids tell.
    try? shelf.keep(sheet.bytes, .thumbnails(sheet: name.number), of: name.document)
  }
}
