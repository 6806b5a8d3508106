import Caching
import DecoderChildren
import Posix
import PyramidFile
import Rendering
import Sources
import Synchronization
import TileGeometry

/// Pages of documents, drawn as finely as they are asked for: each part once for all who want it at the
/// time, and for a while not again what could not be drawn.
final class DrawnPages: Sendable {
  private struct Page: Hashable {
    let document: FileStatus
    let number: Int
  }

  private struct Part: Hashable {
    let page: Page
    let size: PixelSize
    let rect: PixelRect
  }

  /// A part that is being drawn; touched under the lock of all of them alone.
  private final class Flight {
    var outcome: Result<[UInt8], NotDrawn>?
  }

  private let drawers: PageDrawers
  private let report: @Sendable (_ image: [UInt8], PageDrawingError) -> Void
  private let flights = Monitor<[Part: Flight]>([:])
  private let failures = Mutex(ClockCache<Page, DrawingFailures>(capacity: 1024))

  /// - Parameters:
  ///   - drawers: who draws.
  ///   - report: told of pages that can't be drawn.
  init(
    _ drawers: PageDrawers,
    report: @escaping @Sendable (_ image: [UInt8], PageDrawingError) -> Void
  ) {
    self.drawers = drawers
    self.report = report
  }

  var counts: PageDrawers.Counts { drawers.counts }

  func stop() { drawers.end() }

  /// Who draws the page that a pyramid was cut of.
  func drawing(of place: SourcePlace) -> any BlockDrawing { PlacedPage(pages: self, place: place) }

  /// A page as it was found, for as long as its file is what it was.
  private struct PlacedPage: BlockDrawing {
    let pages: DrawnPages
    let place: SourcePlace

    func draw(_ block: PixelRect, of size: PixelSize) throws(NotDrawn) -> [UInt8] {
      try pages.draw(Part(page: page, size: size, rect: block), of: place)
    }

    var isReady: Bool { pages.drawers.hasRead(page.number, of: page.document) }

    func getReady() { pages.read(page, of: place) }

    private var page: Page { Page(document: place.status, number: place.pageNumber) }
  }

  private func draw(_ part: Part, of place: SourcePlace) throws(NotDrawn) -> [UInt8] {
    let (flight, isFirst) = flights.change { flights in
      if let flight = flights[part] { return (flight, false) }
      let flight = Flight()
      flights[part] = flight
      return (flight, true)
    }
    guard isFirst else { return try flights.wait { _ in flight.outcome }.get() }
    let outcome = attempt(part, of: place)
    flights.change { flights in
      flight.outcome = outcome
      flights[part] = nil
    }
    return try outcome.get()
  }

  /// Has a page read that is not drawn yet; one that failed before is left alone.
  private func read(_ page: Page, of place: SourcePlace) {
    guard failures.withLock({ $0.value(of: page) }) == nil,
      let order = PageOrder(reading: page.number)
    else { return }
    do throws(PageDrawingError) {
      _ = try drawers.draw(order, of: page.document) {
        () throws(PageDrawingError) in try Self.opened(place)
      }
    } catch {
      note(error, of: page, order.size, place)
    }
  }

  private func attempt(_ part: Part, of place: SourcePlace) -> Result<[UInt8], NotDrawn> {
    let now = Instant.now
    if let before = failures.withLock({ $0.value(of: part.page)?.reason(part.size, at: now) }) {
      return .failure(before)
    }
    guard let order = PageOrder(page: part.page.number, size: part.size, part: part.rect) else {
      return .failure(NotDrawn("there is no such part of a page"))
    }
    do throws(PageDrawingError) {
      let bytes = try drawers.draw(order, of: part.page.document) {
        () throws(PageDrawingError) in try Self.opened(place)
      }
      forgetFailure(of: part)
      // Who draws has it open for longer, and it may have been written to since.
      _ = try Self.opened(place)
      return .success(bytes)
    } catch {
      return .failure(note(error, of: part.page, part.size, place))
    }
  }

  @discardableResult
  private func note(
    _ error: PageDrawingError, of page: Page, _ size: PixelSize, _ place: SourcePlace
  ) -> NotDrawn {
    let reason = NotDrawn(error.description)
    switch error {
    case .unavailable: break
    case .damaged, .late, .crashed:
      failures.withLock { failures in
        var known = failures.value(of: page) ?? DrawingFailures()
        known.note(reason, of: size, at: .now)
        failures.insert(known, for: page)
      }
    }
    report(place.path, error)
    return reason
  }

  private func forgetFailure(of part: Part) {
    failures.withLock { failures in
      guard var known = failures.value(of: part.page) else { return }
      known.forget(part.size)
      if known.isEmpty {
        failures.remove(part.page)
      } else {
        failures.insert(known, for: part.page)
      }
    }
  }

  /// The document, if it is still the file that it was.
  private static func opened(_ place: SourcePlace) throws(PageDrawingError) -> LocalFile {
    let file: LocalFile
    do throws(FileError) {
      file = try place.root.file(at: place.canonicalPath)
      try file.complete()
    } catch {
      throw .unavailable("it can't be opened: \(error.errno)")
    }
    guard file.status == place.status else { throw .unavailable("it has changed") }
    return file
  }
}
