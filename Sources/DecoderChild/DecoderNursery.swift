import Decoding
import PDFPages
import Posix
import Sandbox

/// The process that children are copies of which decode.
package enum DecoderNursery {
  /// Serves until the process ends that started it.
  package static func run() {
    // Once for all children, which are copies.
    MemoryKiller.offerThisProcess()
    Capabilities.dropBounds()
    Confinement.closeToOthers()
    let preparation = Preparation()
    do {
      var loop = try NurseryLoop { role in
        preparation.getReady(for: role)
        return switch role {
        case .cutter, .libraryCutter, .pageCutter, .libraryPageCutter:
          { SourceWorker($0)?.boxed() }
        case .tileDecoder: { TileWorker($0)?.boxed() }
        case .pageDrawer: { PageWorker<HeldDocument>($0)?.boxed() }
        case .drawingDrawer: { PageWorker<HeldDrawing>($0)?.boxed() }
        }
      }
      loop.run()
    } catch {
      // Its line closes, which is how who asks for children learns of it.
      return
    }
  }
}
