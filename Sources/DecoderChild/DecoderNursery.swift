import Posix
import Sandbox
import VipsLibrary

/// The process that children are copies of which decode: it has their libraries loaded.
package enum DecoderNursery {
  /// Serves until the process ends that started it.
  package static func run() {
    MemoryKiller.offerThisProcess()
    Confinement.closeToOthers()
    // Where libvips is missing, the children that need it say so.
    _ = try? Vips.loaded()
    do {
      var loop = try NurseryLoop { role in
        switch role {
        case .cutter: { CutWorker($0)?.boxed() }
        case .tileDecoder: { TileWorker($0)?.boxed() }
        }
      }
      loop.run()
    } catch {
      // Its line closes, which is how who asks for children learns of it.
      return
    }
  }
}
