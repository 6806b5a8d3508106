import Glibc
import Posix
import Sandbox

/// Where PDFium lies: what decodes is told, and nobody else loads it.
enum PDFEnginePlace {
  /// Beside the program, as it is built and as it is installed, before the system's own.
  private static let besideProgram = ["lib", "../lib", "../../lib"].map {
    "\($0)/pyramidion/libpdfium.so"
  }
  private static let ofSystem = [
    "/usr/local/lib/libpdfium.so", "/usr/lib/\(architecture)-linux-gnu/libpdfium.so",
    "/usr/lib64/libpdfium.so", "/usr/lib/libpdfium.so",
    "/usr/lib/libreoffice/program/libpdfiumlo.so",
  ]

  #if arch(arm64)
    private static let architecture = "aarch64"
  #else
    private static let architecture = "x86_64"
  #endif

  /// Looks for the library.
  ///
  /// - Returns: nil where there is none that may be trusted.
  static func found() -> FilePath? {
    var places = ofSystem
    // Where the program lies can't be told where /proc is not: the system's are left.
    if let program = FilePath("/proc/self/exe"), let path = try? FileFolder.canonical(program) {
      places = besideProgram.map { "\(path.parent)/\($0)" } + places
    }
    return places.lazy.compactMap { FilePath($0) }.first(where: isTrusted)
  }

  /// Code that others may write is not loaded, wherever it is found.
  private static func isTrusted(_ path: FilePath) -> Bool {
    // What can't be looked at can't be loaded either.
    (try? FileOwnership.of(path))?.isChangedByNobodyElse == true
  }

  /// Tells all processes that will be made to decode.
  ///
  /// - Parameter path: where the library lies; this process has one thread yet.
  static func tell(_ path: FilePath) {
    _ = unsafe setenv(Nursery.pdfEngineVariable, path.description, 1)
  }
}
