import CPDFium
package import CodecErrors
import Glibc
import Synchronization

/// PDFium, loaded and set up by the process whose copies are to have it.
///
/// It has one thread's worth of state: whoever uses it does so from one thread at a time.
@safe
package struct PDFium: @unchecked Sendable {
  // `@unchecked`: function pointers, written once before they are shared.
  let table: UnsafeMutablePointer<pyramidion_pdfium>

  private static let attempt = Mutex<Result<PDFium, CodecError>?>(nil)

  /// Loads the library, once.
  ///
  /// - Parameter path: where it lies; nil where nobody has said it.
  package static func load(_ path: String?) {
    attempt.withLock { attempt in
      if attempt == nil { attempt = open(path) }
    }
  }

  /// The library, loaded by now.
  ///
  /// - Returns: its functions.
  /// - Throws: that it could not be loaded, which is no fault of any document.
  package static func loaded() throws(CodecError) -> PDFium {
    let outcome = attempt.withLock { $0 }
    guard let outcome else { throw failure("it is not loaded") }
    return try outcome.get()
  }

  private static func open(_ path: String?) -> Result<PDFium, CodecError> {
    guard let path else { return .failure(failure("nobody has said where it lies")) }
    let table = UnsafeMutablePointer<pyramidion_pdfium>.allocate(capacity: 1)
    // Filled by code of the header's, which is compiled into this file: both are to be of one state.
    if let missing = unsafe pyramidion_pdfium_open(table, path) {
      return .failure(failure(unsafe String(cString: missing)))
    }
    unsafe table.pointee.FPDF_InitLibrary()
    return .success(unsafe PDFium(table: table))
  }

  private static func failure(_ reason: String) -> CodecError {
    CodecError(file: "", coder: "PDFium", reason: reason, systemError: ELIBACC)
  }
}
