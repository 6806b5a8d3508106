import FoundationEssentials
package import Posix
import S3Wire
import TileService

/// What a server says once it can be reached.
///
/// On a terminal: what is served, where pyramids lie, and addresses to try. Elsewhere, and when it is
/// to be quiet, one line.
package enum Banner {
  /// - Parameters:
  ///   - settings: what is served, and how.
  ///   - addresses: where the server listens.
  ///   - isTerminal: whether a person reads it.
  ///   - image: finds the part of an address that names an image to try; nil for none.
  /// - Returns: whole lines.
  package static func text(
    _ settings: ServeSettings, on addresses: [SocketAddress], isTerminal: Bool,
    example image: () -> String?
  ) -> String {
    let places = addresses.map { $0.port == nil ? "\($0)" : "http://\($0)/" }
    guard isTerminal, !settings.isQuiet else {
      return "pyramidion: serving \(served(settings)) on \(places.joined(separator: ", "))\n"
    }
    let folder =
      EngineAddress.isMeant(by: settings.folder)
      ? settings.folderTitle : URL(fileURLWithPath: settings.folder).standardizedFileURL.path
    var lines = [("images", folder)]
    for mount in settings.mounts { lines.append((mount.name + "/", "\(mount.address)")) }
    if settings.store != nil {
      let way =
        settings.service.missingPyramids == .cut
        ? "cut when first asked for" : "only these are served"
      lines.append(("pyramids", "\(settings.storeTitle), \(way)"))
    }
    lines.append(("listening", places.joined(separator: ", ")))
    if let base = base(settings, addresses) {
      lines.append(("gallery", base))
      if let image = image() {
        lines.append(("a view", "\(base)view/\(image)"))
        lines.append(("a tile", "\(base)iiif/3/\(image)/0,0,256,256/max/0/default.jpg"))
      }
    }
    let width = lines.map(\.0.count).max() ?? 0
    return "\npyramidion \(ProgramVersion.current)\n\n"
      + lines.map { "  \($0.padded(to: width + 2))\($1)\n" }.joined() + "\nCtrl-C ends it.\n"
  }

  private static func served(_ settings: ServeSettings) -> String {
    ([settings.folderTitle] + settings.mounts.map { "\($0.address) as \($0.name)/" })
      .joined(separator: ", ")
  }

  /// The address that a person on this host, or in front of the proxy, can open.
  private static func base(_ settings: ServeSettings, _ addresses: [SocketAddress]) -> String? {
    if let base = settings.service.publicBase { return "\(base)/" }
    for address in addresses {
      guard let port = address.port else { continue }
      let text = "\(address)"
      let isAnyHost = text.hasPrefix("*") || text.hasPrefix("[::]") || text.hasPrefix("0.0.0.0")
      return isAnyHost ? "http://localhost:\(port)/" : "http://\(text)/"
    }
    return nil
  }
}
