package import CVips
package import CodecErrors
import Glibc

/// libvips, loaded and set up the first time something asks for it.
///
/// Its operation cache is off (it would serve a replaced file's old picture), and every loader is
/// blocked but those of the formats that can be cut.
@safe
package struct Vips: @unchecked Sendable {
  // `@unchecked`: function pointers, written once before they are shared.
  package let table: UnsafeMutablePointer<pyramidion_vips>

  private static let shared: Result<Vips, CodecError> = open()

  /// - Returns: libvips, loaded by now.
  /// - Throws: that it can't be loaded, or not any more.
  package static func loaded() throws(CodecError) -> Vips {
    guard !state.isForgone || state.isTried else {
      state.miss()
      throw CodecError(file: "", coder: "libvips", reason: "it is not loaded")
    }
    return try shared.get()
  }

  /// Keeps libvips from being loaded from now on, where it is not yet: the process is about to lose
  /// its way to files.
  package static func forgo() { state.forgo() }

  /// Whether something asked for it after that.
  package static var isMissed: Bool { state.isMissed }

  private static let state = LoadingState()

  private static func open() -> Result<Vips, CodecError> {
    defer { state.haveTried() }
    let table = UnsafeMutablePointer<pyramidion_vips>.allocate(capacity: 1)
    if let missing = unsafe pyramidion_vips_open(table) {
      let reason = unsafe String(cString: missing)
      return .failure(CodecError(file: "", coder: "libvips", reason: reason))
    }
    // Its warnings go to the error stream of whoever runs it; what matters comes as an error.
    unsafe setenv("VIPS_WARNING", "0", 1)
    // What its readers must have whole, they have in memory, which is bounded: a decoder in its box
    // makes no files.
    unsafe setenv("VIPS_DISC_THRESHOLD", "64g", 1)
    let vips = unsafe Vips(table: table)
    guard unsafe table.pointee.vips_init("pyramidion") == 0 else {
      return .failure(vips.failure(file: "", coder: "libvips"))
    }
    unsafe table.pointee.vips_cache_set_max(0)
    unsafe table.pointee.vips_operation_block_set("VipsForeignLoad", 1)
    for loader in allowedLoaders {
      unsafe table.pointee.vips_operation_block_set("VipsForeignLoad" + loader, 0)
    }
    return .success(vips)
  }

  /// The classes of their loaders.
  private static let allowedLoaders = [
    "Jpeg", "Png", "Tiff", "Webp", "Nsgif", "Heif", "Jp2k", "Svg", "Pdf",
  ]

  /// Threads that libvips itself uses for one image.
  package func setConcurrency(_ count: Int) {
    unsafe table.pointee.vips_concurrency_set(Int32(count))
  }

  /// Forgets what was said before: some jobs succeed and leave words behind, about another file.
  package func forgetWords() { unsafe table.pointee.vips_error_clear() }

  /// What libvips has to say, cleared for the next time.
  package func takeWords() -> String {
    guard let words = unsafe table.pointee.vips_error_buffer_copy() else { return "" }
    defer { unsafe table.pointee.g_free(words) }
    return unsafe String(cString: words)
  }

  package func failure(file: String, coder: String) -> CodecError {
    CodecError(file: file, coder: coder, reason: takeWords())
  }
}
