import Posix

/// Why no picture can be made of a pyramid that is open.
enum PyramidTrouble: Error {
  /// Its bytes can't be read now.
  case unreadable(FileError)
  /// Its bytes are not what they should be.
  case damaged(String)
  /// A decoder crashed over what a stranger put there.
  case crashed(String)
  /// Nobody makes pixels of its tiles in time; that says nothing of them.
  case notDecoded(Fault, String)
}
