import ByteText
package import Posix

/// An image or a folder that a folder holds, by its name alone.
package struct FolderItem: Sendable {
  package let isFolder: Bool
  package let name: FileName

  /// The folders and images among names: folders first, each kind in natural order.
  fileprivate static func sorted(_ names: [SourceRoot.Name]) -> [FolderItem] {
    var items: [FolderItem] = []
    for name in names where name.isFolder || SourceFormat.isImageName(name.name.bytes) {
      items.append(FolderItem(isFolder: name.isFolder, name: name.name))
    }
    items.sort {
      if $0.isFolder != $1.isFolder { return $0.isFolder }
      return NaturalOrder.precedes($0.name.bytes, $1.name.bytes)
    }
    return items
  }
}

extension SourceRoot {
  /// The folders and images of a folder, found without opening a file: folders first, each kind in
  /// natural order.
  ///
  /// - Parameter identifier: the folder's; nil stands for the root itself.
  /// - Returns: names alone.
  /// - Throws: what keeps the folder from being read.
  package func items(of identifier: ImageIdentifier?) throws(FileError) -> [FolderItem] {
    FolderItem.sorted(try names(of: identifier))
  }
}

extension Mounts {
  /// The same of a folder of any of them.
  package func items(of identifier: ImageIdentifier?) throws(FileError) -> [FolderItem] {
    FolderItem.sorted(try names(of: identifier, limit: .max).names)
  }
}
