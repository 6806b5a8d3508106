import Glibc

/// Texts as a new program is given them.
@safe
final class ProgramWords {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) { unsafe pointers = texts.map { unsafe strdup($0) } + [nil] }

  deinit { unsafe pointers.forEach { unsafe free($0) } }
}
