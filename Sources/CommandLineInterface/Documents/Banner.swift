import ByteText
import CommandLineInterface
import Foundation
import Posix
import TileService
import Sources

/// What a server says once it can be reached.
///
/// On a terminal: what is served, where pyramids lie, and addresses to try. Elsewhere, and when it is
/// to be quiet, one line.
enum Banner {
  static func text(_ settings: ServeSettings, on addresses: [SocketAddress]) -> String {
    let places = addresses.map { $0.port == nil ? "\($0)" : "http://\($0)/" }
    guard Terminal.isThere(2), !settings.isQuiet else {
      return "pyramidion: serving \(settings.folder) on \(places.joined(separator: ", "))\n"
    }
    let folder = URL(fileURLWithPath: settings.folder).standardizedFileURL.path
    var lines = [("images", folder)]
    if let store = settings.store {
      let way =
        settings.service.missingPyramids == .cut
        ? "cut when first asked for" : "only these are served"
      lines.append(("pyramids", "\(store), \(way)"))
    }
    lines.append(("listening", places.joined(separator: ", ")))
    if let base = base(settings, addresses) {
      lines.append(("gallery", base))
      if let image = exampleImage(in: settings.folder) {
        lines.append(("a view", "\(base)view/\(image)"))
        lines.append(("a tile", "\(base)iiif/3/\(image)/0,0,256,256/max/0/default.jpg"))
      }
    }
    let width = lines.map(\.0.count).max() ?? 0
    return "\npyramidion \(Version.current)\n\n"
      + lines.map { "  \($0.padding(toLength: width + 2, withPad: " ", startingAt: 0))\($1)\n" }
      .joined() + "\nCtrl-C ends it.\n"
  }

  /// The address that a person on this host, or in front of the proxy, can open.
  private static func base(_ settings: ServeSettings, _ addresses: [SocketAddress]) -> String? {
    if let url = settings.service.publicBase { return url.hasSuffix("/") ? url : url + "/" }
    for address in addresses {
      guard let port = address.port else { continue }
      let text = "\(address)"
      let isAnyHost = text.hasPrefix("*") || text.hasPrefix("[::]") || text.hasPrefix("0.0.0.0")
      return isAnyHost ? "http://localhost:\(port)/" : "http://\(text)/"
    }
    return nil
  }

  /// As many names as are looked at for an example; the rest of a large folder is left alone.
  private static let patience = 2000

  /// The first image on the way down, as the part of an address that names it.
  private static func exampleImage(in folder: String) -> String? {
    guard let root = FilePath(folder) else { return nil }
    var folders: [(path: FilePath, below: [FileName])] = [(root, [])]
    var looked = 0
    while !folders.isEmpty, looked < patience {
      let (folder, below) = folders.removeFirst()
      let names = (try? FileFolder.names(in: folder)) ?? []
      for name in names.sorted() where !name.isHidden {
        looked += 1
        let path = folder.appending(name)
        guard let status = try? FileStatus.of(path, followingLinks: false) else { continue }
        if status.kind == .folder { folders.append((path, below + [name])) }
        if status.kind == .regular, SourceFormat.isImageName(name.bytes) {
          var address: [UInt8] = []
          address.append(
            percentEncoding: (below + [name]).map(\.bytes).joined(separator: [ASCII.slash]))
          return String(decoding: address, as: UTF8.self)
        }
        if looked == patience { return nil }
      }
    }
    return nil
  }
}
