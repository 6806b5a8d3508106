import Cutter
import Glibc
import PDFPages
import Sandbox
import VipsLibrary

/// What the nursery does once, so that its children need not do it each.
final class Preparation {
  private var cutters = 0

  /// Called before each child is made.
  func getReady(for role: NurseryRole) {
    switch role {
    case .cutter: break
    case .libraryCutter, .tileDecoder:
      // Its hundred libraries take tens of milliseconds to load, and make every child that comes
      // after them dearer. Where it is missing, the children that need it say so.
      _ = try? Vips.loaded()
    case .pageCutter:
      // Tiles of other kinds than JPEG are encoded by libvips. What is missing is said by those that
      // need it, as above.
      _ = try? Vips.loaded()
      loadPDFium()
    case .pageDrawer: loadPDFium()
    }
    switch role {
    case .tileDecoder, .pageDrawer: return
    case .cutter, .libraryCutter, .pageCutter: cutters += 1
    }
    // A lone cut would wait for the rehearsal and gain nothing by it.
    if cutters == 2 { CutRehearsal.run() }
  }

  private func loadPDFium() {
    PDFium.load(unsafe getenv(Nursery.pdfEngineVariable).map { unsafe String(cString: $0) })
  }
}
