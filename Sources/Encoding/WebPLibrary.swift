import CWebP

/// libwebp, loaded the first time something asks for it: without it, few colors can be written all the
/// same, and nothing else is missing.
@safe
package struct WebPLibrary: @unchecked Sendable {
  // `@unchecked`: function pointers, written once before they are shared.
  let table: UnsafeMutablePointer<pyramidion_webp>

  private static let shared: WebPLibrary? = open()

  /// Nil where it can't be had; who loses its way to files asks before.
  static var loaded: WebPLibrary? { shared }

  /// Loads it, for what is done later by this process and its copies.
  package static func load() { _ = shared }

  private static func open() -> WebPLibrary? {
    let table = UnsafeMutablePointer<pyramidion_webp>.allocate(capacity: 1)
    guard unsafe pyramidion_webp_open(table) else {
      unsafe table.deallocate()
      return nil
    }
    return unsafe WebPLibrary(table: table)
  }
}
