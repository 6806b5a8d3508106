import Cutter
import Encoding
import Glibc
import PDFPages
import Sandbox
import VipsLibrary

/// What the nursery does once, so that its children need not do it each.
final class Preparation {
  private enum Library { case vips, pdfium }

  private var cutters = 0
  private var loaded: Set<Library> = []

  /// Called before each child is made.
  func getReady(for role: NurseryRole) {
    switch role {
    case .cutter: break
    case .libraryCutter, .tileDecoder, .drawingDrawer: load(.vips)
    case .pageCutter, .pageDrawer: load(.pdfium)
    case .libraryPageCutter:
      load(.vips)
      load(.pdfium)
    }
    switch role {
    case .tileDecoder, .pageDrawer, .drawingDrawer: return
    case .cutter, .libraryCutter, .pageCutter, .libraryPageCutter: cutters += 1
    }
    // A lone cut, which one that counts pages may come before, would wait for the rehearsal and gain
    // nothing by it.
    if cutters == 3 {
      CutRehearsal.run()
      LoadedCode.giveBack()
    }
  }

  /// Loads a library, once.
  ///
  /// Where it is missing, the children that need it say so.
  private func load(_ library: Library) {
    guard loaded.insert(library).inserted else { return }
    switch library {
    case .vips:
      // Its hundred libraries take tens of milliseconds to load, and make every child that comes
      // after them dearer.
      _ = try? Vips.loaded()
    case .pdfium:
      PDFium.load(unsafe getenv(Nursery.pdfEngineVariable).map { unsafe String(cString: $0) })
      // What pages are drawn for is written by it; it is small.
      WebPLibrary.load()
    }
    // What was run to set them up is not run here again.
    LoadedCode.giveBack()
  }
}
