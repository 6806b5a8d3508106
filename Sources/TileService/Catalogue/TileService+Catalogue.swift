import Books
import Documents
import HTTPWire
import ImageRequest
import Posix
import Sources
import Storage
import TileGeometry

extension TileService {
  /// Pages of one album; a longer folder is to be listed in parts.
  private static let albumLimit = 10_000

  /// How long files are looked into for one listing; what is not known by then is told next time.
  private static let lookingTime = Duration.milliseconds(500)

  /// A part of a folder's folders and images, or of what a search has found.
  ///
  /// - Parameters:
  ///   - query: which part.
  ///   - all: all of them; looked at only as far as the part goes.
  /// - Returns: the part.
  /// - Throws: what keeps the files from being looked at.
  func listing(
    _ query: ListingQuery, of all: ListingEntries
  ) throws(NotServed) -> ListingDocument {
    let end = Instant.now + Self.lookingTime
    let start = query.cursor.map { all.place(behind: $0.last) } ?? 0
    var entries: [ListingDocument.Entry] = []
    var place = start
    while place < all.count, entries.count < query.limit {
      let entry = all[place]
      let path = query.folder.joined(entry.path)
      if entry.isFolder {
        entries.append(folder(path, until: end))
      } else if let status = try index.status(of: path), status.kind == .regular {
        // What has gone since the folder was read is left out.
        entries.append(image(path, status, until: end))
      }
      place += 1
    }
    let next =
      place < all.count && place > start
      ? ListingCursor(all[place - 1], all.order.key).text : nil
    return ListingDocument(folder: query.folder, entries: entries, next: next)
  }

  /// A part of a folder of a bucket that is too large to be sorted.
  ///
  /// - Parameter query: which part.
  /// - Returns: nil for other folders, and where another order than that of names is asked for.
  /// - Throws: why it can't be had.
  func listingByKeys(_ query: ListingQuery) throws(NotServed) -> ListingDocument? {
    guard query.search.isEmpty, query.order == ListingOrder(), query.cursor?.isByKey ?? true,
      let page = try catalogue.part(
        of: query.folder, behind: query.cursor?.lastKey, limit: query.limit)
    else { return nil }
    let end = Instant.now + Self.lookingTime
    let entries = page.entries.compactMap { entry -> ListingDocument.Entry? in
      let path = query.folder.joined(entry.name.bytes)
      guard let status = entry.status else { return folder(path, until: end) }
      guard SourceFormat.isImageName(entry.name.bytes) else { return nil }
      return image(path, status, until: end)
    }
    var listing = ListingDocument(
      folder: query.folder, entries: entries,
      next: page.last.map { ListingCursor(behindKey: $0).text })
    listing.isByKey = true
    return listing
  }

  private func folder(_ path: [UInt8], until end: Instant) -> ListingDocument.Entry {
    let cover = catalogue.covers.cover(of: path, until: end)
    return .folder(
      ListingDocument.Folder(
        path: path, cover: cover?.image, count: cover?.count, isMore: cover?.isMore ?? false))
  }

  private func image(
    _ path: [UInt8], _ status: FileStatus, until end: Instant
  ) -> ListingDocument.Entry {
    .image(
      ListingDocument.Image(
        path: path, bytes: status.size, modified: status.modifiedSeconds,
        size: catalogue.sizes.size(of: path, status, until: end)))
  }

  /// A folder's images side by side: as its `book.json` has them, or by their names.
  func album(ofFolder path: [UInt8]) throws(NotServed) -> AlbumDocument {
    var problems: [String] = []
    do throws(NotServed) {
      if let book = try books.book(ofTitledFolder: path), book.pageCount > 0 {
        return album(of: book)
      }
    } catch {
      // An extra: the images are shown all the same.
      if error.status == .unprocessable { problems = [error.detail] }
    }
    let images = try catalogue.items(of: path).lazy.filter { !$0.isFolder }
    return AlbumDocument(
      path: path, kind: .folder,
      pages: images.prefix(Self.albumLimit).map { page(path.joined($0.name.bytes)) },
      problems: problems)
  }

  /// The pages of one file side by side.
  func album(ofPages count: Int, _ format: SourceFormat, in path: [UInt8]) -> AlbumDocument {
    let edition = ((try? index.status(of: path)) ?? nil)?.edition
    var problems: [String] = []
    do throws(NotServed) {
      var album = album(of: try books.book(ofDocument: path))
      album.edition = edition
      return album
    } catch {
      // An extra: the pages are shown all the same.
      if error.status == .unprocessable { problems = [error.detail] }
    }
    var album = AlbumDocument(
      path: path, kind: Book.Kind(of: format),
      pages: (1...max(1, min(count, Self.albumLimit))).map {
        page(ImageIdentifier.path(path, page: $0))
      }, problems: problems, edition: edition)
    // An extra, too.
    album.foreseen = (try? books.foreseenBook(ofDocument: path)) ?? nil
    return album
  }

  private func album(of book: Book) -> AlbumDocument {
    AlbumDocument(
      path: book.path, kind: book.kind,
      pages: (0..<min(book.pageCount, Self.albumLimit)).map { place in
        page(book.images.path(at: place), called: book.label(at: place))
      },
      book: book, problems: book.troubles.map(\.description))
  }

  /// What is known of a page without opening it.
  private func page(_ path: [UInt8], called label: String? = nil) -> AlbumDocument.Page {
    guard let image = index.open.current(path) else {
      return AlbumDocument.Page(path: path, size: nil, version: nil, label: label)
    }
    let size = image.shape.size
    return AlbumDocument.Page(
      path: path, size: (size.width, size.height), version: image.version.text, label: label)
  }
}

extension Book.Kind {
  /// What a file of several pages is.
  fileprivate init(of format: SourceFormat) {
    self =
      switch format {
      case .pdf: .pdf
      case .cbz: .cbz
      case .djvu: .djvu
      case .tiff, .jpeg, .png, .webp, .gif, .heif, .avif, .jpeg2000, .svg: .tiff
      }
  }
}
