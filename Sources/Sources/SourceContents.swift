package import Posix
package import PyramidFile
package import PyramidFormat
package import TileGeometry

/// What an open file's own bytes say it is: its kind, and its pages.
package struct SourceContents: Sendable {
  package let format: SourceFormat
  /// The pictures of a format with pages; nil for one image, and for what our reader can't make
  /// sense of, which is one image to everybody.
  private let pictures: TIFFPictures?
  /// Why our reader can't make sense of a TIFF.
  private let disorder: TIFFError?

  /// Whether a page of a TIFF is JPEG 2000 inside.
  package enum JPEG2000: Sendable {
    case absent
    case present
    /// Our reader can't tell, for this reason.
    case unknown(TIFFError)
  }

  /// Reads what a file is; nil for no image that can be cut.
  ///
  /// - Parameter file: a file of any kind.
  /// - Throws: what kept the file from being read.
  package init?(of file: LocalFile) throws(FileError) {
    guard let format = try SourceFormat(of: file) else { return nil }
    try self.init(format, in: file)
  }

  /// Reads the pages of a file whose format is known.
  ///
  /// - Parameters:
  ///   - format: what its first bytes said.
  ///   - file: the open file.
  /// - Throws: what kept the file from being read.
  package init(_ format: SourceFormat, in file: LocalFile) throws(FileError) {
    self.format = format
    do throws(TIFFError) {
      pictures = format.hasPages ? try TIFFPictures(of: file) : nil
      disorder = nil
    } catch {
      if let failure = error.fileError { throw failure }
      pictures = nil
      disorder = error
    }
  }

  /// How many images the file holds.
  package var pageCount: Int { pictures?.pageCount ?? 1 }

  /// How large each page's picture is once it is upright; none of a format without pages, and of
  /// what our reader can't make sense of.
  ///
  /// - Throws: what kept the file from being read.
  package func pageSizes() throws(FileError) -> [PixelSize] {
    do throws(TIFFError) {
      return try pictures?.pageSizes() ?? []
    } catch {
      if let failure = error.fileError { throw failure }
      return []
    }
  }

  /// Which of the file's directories its pages are, from 0, as other programs count pages.
  package var pageDirectories: [Int] { pictures?.pageDirectories ?? [0] }

  /// Whether a page is JPEG 2000 inside, as far as our reader can tell.
  ///
  /// - Parameter page: from 1.
  /// - Returns: what is known of it.
  package func jpeg2000(page: Int) -> JPEG2000 {
    if let disorder { return .unknown(disorder) }
    guard let pictures else { return .absent }
    return pictures.compressions(page: page).contains { $0.isJPEG2000 } ? .present : .absent
  }

  /// The strips or tiles of a page that are JPEG streams.
  ///
  /// - Parameter page: from 1.
  /// - Returns: nil where there are none, as far as our reader can tell.
  /// - Throws: ``TIFFError`` where nobody can tell where they lie.
  package func jpegParts(page: Int) throws(TIFFError) -> JPEGParts? {
    try pictures?.jpegParts(page: page)
  }

  /// A page's strips or tiles, where their rows can be unpacked here.
  ///
  /// - Parameter page: from 1.
  /// - Returns: nil for what libvips has to read: damaged, it may still know it.
  /// - Throws: what kept the file from being read.
  package func parts(page: Int) throws(FileError) -> TIFFParts? {
    do throws(TIFFError) {
      return try pictures?.parts(page: page)
    } catch {
      if let failure = error.fileError { throw failure }
      return nil
    }
  }

  /// The pyramid that a page is already, where it is one that is served as it lies.
  ///
  /// - Parameter page: from 1.
  /// - Returns: nil for what has to be cut: damaged as a pyramid, it may still be an image.
  /// - Throws: what kept the file from being read.
  package func pyramid(page: Int) throws(FileError) -> Pyramid? {
    do {
      guard let pyramid = try pictures?.pyramid(page: page) else { return nil }
      return Adoption.isWorthwhile(pyramid) ? pyramid : nil
    } catch {
      if let failure = (error as? TIFFError)?.fileError { throw failure }
      return nil
    }
  }
}
