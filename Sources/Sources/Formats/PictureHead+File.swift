package import PictureWords
package import Posix
package import PyramidFile
package import PyramidFormat
package import TileGeometry

extension PictureHead {
  /// Reads the head of an open file, some kilobytes of it; nil for what is no image, and for kinds
  /// that are drawn.
  ///
  /// - Parameters:
  ///   - file: a file of any kind.
  ///   - extent: what is looked for.
  /// - Throws: what kept the file from being read.
  package init?(of file: LocalFile, _ extent: Extent) throws(FileError) {
    guard let container = try SourceFormat(of: file)?.container else { return nil }
    do throws(ByteSourceError) {
      try self.init(of: file, container, extent)
    } catch {
      throw error.fileError(of: file)
    }
  }

  /// How large the picture of an open file is once it is upright.
  ///
  /// - Parameter file: a file of any kind.
  /// - Returns: nil where its head doesn't say it.
  /// - Throws: what kept the file from being read.
  package static func size(of file: LocalFile) throws(FileError) -> PixelSize? {
    guard let head = try PictureHead(of: file, .size) else { return nil }
    do throws(ByteSourceError) {
      return try head.size()
    } catch {
      throw error.fileError(of: file)
    }
  }

  /// How large a picture is that lies in another file, once it is upright.
  ///
  /// - Parameters:
  ///   - source: its bytes.
  ///   - beginning: the first of them.
  /// - Returns: nil where its head doesn't say it.
  /// - Throws: what kept it from being read.
  package static func size(
    of source: some ByteSource, beginning: Span<UInt8>
  ) throws(ByteSourceError) -> PixelSize? {
    guard let container = SourceFormat(firstBytes: beginning)?.container else { return nil }
    return try PictureHead(of: source, container, .size).size()
  }

  /// What an open file says of its picture.
  ///
  /// - Parameters:
  ///   - file: a file of any kind.
  ///   - place: whether it is to be told where the picture was taken.
  /// - Returns: nothing for what is no image, and for kinds that are drawn.
  /// - Throws: what kept the file from being read.
  package static func details(
    of file: LocalFile, tellingPlace place: Bool
  ) throws(FileError) -> PictureDetails {
    guard let head = try PictureHead(of: file, .words) else { return PictureDetails() }
    do throws(ByteSourceError) {
      return try head.details(tellingPlace: place)
    } catch {
      throw error.fileError(of: file)
    }
  }
}

extension ByteSourceError {
  /// What kept a file from being read.
  func fileError(of file: LocalFile) -> FileError {
    cause as? FileError ?? FileError("read", file.path, .inputOutput)
  }
}

extension SourceFormat {
  /// How files of the kind are put together; nil for those that are drawn.
  var container: PictureContainer? {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case .gif: .gif
    case .tiff: .tiff
    case .heif, .avif: .heif
    case .jpeg2000: .jpeg2000
    case .svg, .pdf, .cbz, .djvu: nil
    }
  }
}
