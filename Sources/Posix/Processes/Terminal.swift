import CLinux
import Glibc

/// The terminal that a person looks at.
package enum Terminal {
  package static func isThere(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Characters in a line as the window is now; nil where nobody can tell.
  package static func columns(_ descriptor: Int32) -> Int? {
    let columns = pyramidion_columns(descriptor)
    return columns > 0 ? Int(columns) : nil
  }
}
