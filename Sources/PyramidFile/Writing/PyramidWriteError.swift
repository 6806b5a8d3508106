package import Posix
package import TileGeometry

/// Why a pyramid could not be written.
package enum PyramidWriteError: Error, Equatable, Sendable {
  case noSuchTile(TileAddress)
  case tileWrittenTwice(TileAddress)
  /// An empty tile, or one longer than a tile table can say.
  case tileLength(Int, TileAddress)
  case tilesMissing(count: Int, first: TileAddress)
  /// The tiles came out longer than a classic TIFF can hold.
  case pastFourGigabytes
  case file(FileError)
  /// An earlier call failed; the file is to be thrown away.
  case failedBefore
}

extension PyramidWriteError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noSuchTile(let address): "\(address.words) is outside the pyramid"
    case .tileWrittenTwice(let address): "\(address.words) was written twice"
    case .tileLength(let length, let address): "\(address.words) has \(length) bytes"
    case .tilesMissing(let count, let first):
      "\(count) tiles were never written, first of them \(first.words)"
    case .pastFourGigabytes: "the tiles came out longer than a classic TIFF can hold"
    case .file(let error): error.description
    case .failedBefore: "writing failed before"
    }
  }
}

extension TileAddress {
  /// For messages.
  var words: String { "tile \(column),\(row) of reduction \(reduction.exponent)" }
}
