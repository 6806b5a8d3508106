/// What is wrong with a TIFF file, in the words of who has the file.
package enum TIFFError: Error, Equatable, Sendable {
  case notTIFF
  /// The source could not be read.
  case source(ByteSourceError)
  /// Something lies past the end of the file.
  case outsideFile(String, offset: UInt64, length: UInt64, size: Int64)
  case directoryLoop(UInt64)
  case tooMany(String, count: UInt64, limit: Int)
  case field(String, String)
}

extension TIFFError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notTIFF: "not a TIFF file"
    case .source(let error): error.description
    case .outsideFile(let what, let offset, let length, let size):
      "\(what) at \(offset), \(length) bytes, lies outside the file of \(size) bytes"
    case .directoryLoop(let offset): "the directory at \(offset) is reached twice"
    case .tooMany(let what, let count, let limit): "\(count) \(what), at most \(limit) are read"
    case .field(let name, let reason): "\(name) \(reason)"
    }
  }
}
