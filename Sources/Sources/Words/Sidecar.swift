import ByteText
package import PictureWords
package import Posix
package import PyramidFile
import PyramidFormat

/// A file that speaks of a picture beside it.
package struct Sidecar: Hashable, Sendable {
  /// The kinds there are, in the order in which they count.
  private enum Kind: String, CaseIterable {
    case json5, xmp

    /// In bytes.
    var limit: Int {
      switch self {
      case .json5: SidecarWords.limit
      case .xmp: XMPWords.limit
      }
    }
  }

  /// What became of reading one.
  package enum Content: Equatable, Sendable {
    case words(PictureDetails)
    /// Why it says nothing.
    case problem(String)
  }

  package let name: FileName
  private let kind: Kind

  /// The files that may speak of a picture, the one with the last word first: of each kind the one
  /// with the picture's whole name before it, then the one with its kind in place of the picture's.
  ///
  /// - Parameter picture: what the picture is called in its folder.
  /// - Returns: as many as may be there.
  package static func all(beside picture: FileName) -> [Sidecar] {
    let dot = picture.bytes.lastIndex(of: ASCII.dot) ?? 0
    let stems = [picture.bytes[...], picture.bytes[..<dot]].filter { !$0.isEmpty }
    return Kind.allCases.flatMap { kind in
      stems.compactMap { stem in
        FileName(bytes: stem + [ASCII.dot] + Array(kind.rawValue.utf8))
          .map { Sidecar(name: $0, kind: kind) }
      }
    }
  }

  private init(name: FileName, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// Reads one.
  ///
  /// - Parameters:
  ///   - file: what lies there by its name.
  ///   - place: whether it is to be told where the picture was taken.
  /// - Returns: what it says, or what is wrong with it.
  /// - Throws: what kept it from being read.
  package func content(
    of file: LocalFile, tellingPlace place: Bool
  ) throws(FileError) -> Content {
    guard file.byteCount <= kind.limit else {
      return .problem("it has \(file.byteCount) bytes, at most \(kind.limit) are read")
    }
    let bytes: [UInt8]
    do throws(ByteSourceError) {
      bytes = try SourcePart(of: file, at: 0, count: UInt64(kind.limit)).bytes(limit: kind.limit)
    } catch {
      throw error.fileError(of: file)
    }
    switch kind {
    case .json5: return Self.words(bytes)
    case .xmp:
      return XMPWords.read(bytes, tellingPlace: place).map { .words($0) }
        ?? .problem("it is no XMP")
    }
  }

  private static func words(_ bytes: [UInt8]) -> Content {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .problem("it is no UTF-8")
    }
    do throws(JSON5Problem) {
      return .words(try SidecarWords.read(text))
    } catch {
      return .problem("line \(error.line): \(error.detail)")
    }
  }
}
