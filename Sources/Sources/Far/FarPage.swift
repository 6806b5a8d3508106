import ByteText
package import Posix
import S3Wire

/// A part of a large folder of a bucket, in the order of its keys.
package struct FarPage: Sendable {
  package struct Entry: Sendable {
    package let name: FileName
    /// Nil for a folder.
    package let status: FileStatus?
  }

  package var entries: [Entry]
  /// The last name of the page, a folder's with a slash; nil at the end of all pages.
  package var last: [UInt8]?
}

extension FarMount {
  /// A part of a folder that is too large to be read whole.
  ///
  /// - Parameters:
  ///   - path: below the prefix; empty for that itself.
  ///   - last: behind which name it begins; nil for the first part.
  ///   - limit: how many names at most.
  /// - Returns: nil where the folder is read whole, and where a list tells its names.
  /// - Throws: why it can't be had.
  func part(
    of path: [UInt8], behind last: [UInt8]?, limit: Int
  ) throws(FileError) -> FarPage? {
    guard case .bucket(let bucket) = address else { return nil }
    if last == nil {
      let known = try folder(path)
      if known.isWhole { return nil }
    }
    let start = bucket.prefix + (path.isEmpty ? [] : path + [ASCII.slash])
    var next = ListingPage.Start.beginning
    if let last {
      next =
        last.last == ASCII.slash ? ListingPage.past(folder: start + last) : .after(start + last)
    }
    try beginListing(path)
    defer { endListing() }
    var course = ListingCourse()
    while course.pages < Self.mostPages {
      let page = try page(ListingPage(of: start, from: next, limit: limit), path)
      let (entries, last) = entries(of: page, below: start, in: path)
      let further = try self.next(after: page, &course, path)
      guard entries.isEmpty, let further else {
        return FarPage(entries: entries, last: further == nil ? nil : last)
      }
      next = further
    }
    throw endless(path)
  }

  private func entries(
    of page: ObjectListing, below start: [UInt8], in path: [UInt8]
  ) -> (entries: [FarPage.Entry], last: [UInt8]?) {
    var named: [(key: [UInt8], entry: FarPage.Entry?)] = []
    for one in page.folders where one.bytes.starts(with: start) {
      let key = Array(one.bytes.dropFirst(start.count))
      let name = FileName(bytes: key.dropLast())
      named.append((key, name.map { FarPage.Entry(name: $0, status: nil) }))
    }
    for one in page.objects where one.key.bytes.starts(with: start) && one.key.bytes != start {
      let key = Array(one.key.bytes.dropFirst(start.count))
      let file = FarFolder.File(size: one.size, tag: one.tag, modified: one.modified)
      let name = FileName(bytes: key)
      named.append(
        (key, name.map { FarPage.Entry(name: $0, status: status(of: path.joined(key), file)) }))
    }
    named.sort { $0.key.lexicographicallyPrecedes($1.key) }
    return (named.compactMap(\.entry).filter { !$0.name.isHidden }, named.last?.key)
  }
}

extension Mounts {
  /// A part of a large folder of a bucket, in the order of its keys; nil stands for the root.
  ///
  /// - Parameters:
  ///   - identifier: the folder's.
  ///   - last: behind which name it begins; nil for the first part.
  ///   - limit: how many names at most.
  /// - Returns: nil for a folder that is read whole.
  /// - Throws: why it can't be had.
  package func part(
    of identifier: ImageIdentifier?, behind last: [UInt8]?, limit: Int
  ) throws(FileError) -> FarPage? {
    guard let (mount, name) = mount(of: identifier?.bytes ?? []) else { return nil }
    return try mount.part(of: name, behind: last, limit: limit)
  }
}
