import CVips
import CodecErrors
import Glibc
import Posix
import Sources
import VipsLibrary

/// A whole file in memory that `malloc` gave, until somebody takes it over.
///
/// Vector files are read into memory first: who draws them is given no place, and so can't draw in
/// what lies beside it.
@safe
struct VectorBytes: ~Copyable {
  private let start: UnsafeMutableRawPointer
  private let count: Int

  /// - Parameters:
  ///   - coder: whose words tell what keeps it from being read.
  ///   - open: opens the file.
  /// - Throws: what keeps it from being read.
  init(for coder: String, _ open: () throws(Errno) -> FileDescriptor) throws(CodecError) {
    do throws(Errno) {
      let file = try open()
      let size = Int(try file.status().size)
      guard let bytes = unsafe malloc(max(1, size)) else { throw .noMemory }
      var buffer = unsafe MutableRawSpan(_unsafeStart: bytes, byteCount: size)
      do throws(Errno) {
        count = try file.read(at: 0, into: &buffer)
      } catch {
        unsafe free(bytes)
        throw error
      }
      unsafe start = unsafe bytes
    } catch {
      throw CodecError(
        file: "", coder: coder, reason: "reading failed: \(error)", systemError: error.rawValue)
    }
  }

  deinit { unsafe free(start) }

  /// Hands the memory over to who frees it.
  consuming func taken() -> (start: UnsafeMutableRawPointer, count: Int) {
    let taken = unsafe (start: start, count: count)
    discard self
    return unsafe taken
  }
}

extension VipsPicture {
  /// Pixels a side of what libvips loads.
  ///
  /// What it is told to draw larger than that it takes for one pixel, without a word.
  private static let longestSide = 10_000_000

  /// A drawing; nothing of it is drawn yet.
  ///
  /// - Parameters:
  ///   - format: what it is.
  ///   - dotsPerInch: how finely it is drawn.
  ///   - anywhere: whether its parts are wanted in any order, and not from top to bottom.
  ///   - open: opens its file.
  /// - Throws: what keeps it from being drawn.
  convenience init(
    drawing format: SourceFormat, dotsPerInch: Double, anywhere: Bool = false,
    _ open: () throws(Errno) -> FileDescriptor
  ) throws(CodecError) {
    let vips = try Vips.loaded()
    let bytes = unsafe try VectorBytes(for: format.loader, open).taken()
    unsafe try self.init(vips, file: "", coder: format.loader) { image in
      unsafe pyramidion_vips_load_vector(
        vips.table, "\(format.loader)_buffer", bytes.start, bytes.count, dotsPerInch / 72, anywhere,
        &image)
    }
    guard min(width, height) > 1 else {
      throw CodecError(
        file: "", coder: format.loader,
        reason: "one of its sides comes to one pixel at most, or to more than \(Self.longestSide)"
      )
    }
  }
}
