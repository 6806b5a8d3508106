package import HTTPServer
import Posix
package import Sandbox
package import Sources
package import TileService

/// Everything an administrator can decide about `serve`: what each part of it obeys, with that
/// part's own defaults, and what only the program itself decides.
///
/// How each is called outside and within which bounds it lies stands in ``SettingTable``.
package struct ServeSettings: Sendable {
  package enum LogFormat: String, CaseIterable, Sendable { case combined, json }

  /// The folder of images, or the address of what lies elsewhere.
  package var folder = "."
  /// What else is served, below names of its own.
  package var mounts: [MountPlace] = []
  /// How what lies elsewhere is asked for.
  package var far = FarRules()
  /// Where copies of it lie: `memory`, or a folder; nil for a place of their own.
  package var copies: String?
  /// Where pyramids lie; nil for ``StorePlace``'s own choice.
  package var store: String?

  /// How hosts agree on who cuts: `none`, `store`, or the address of a database; it may hold a password.
  package var cluster: String?

  package var server = ServerConfiguration()
  package var service = ServiceConfiguration()
  package var sandbox = SandboxSettings()
  /// Where PDFium lies; nil for where it is looked for.
  package var pdfEngine: String?
  /// Where DjVuLibre's programs lie; nil for where they are looked for.
  package var djvuPrograms: String?

  /// Threads that serve connections; nil for one for each processor.
  package var loops: Int?
  /// Threads that decode and encode; nil for one for each processor.
  package var workers: Int?

  /// How long those who look whether it is ready are told that it is not, before it ends.
  package var leaveNotice = Duration.zero

  /// `-` for the standard output; nil for none.
  package var accessLog: String?
  package var logFormat = LogFormat.combined
  package var isQuiet = false

  /// What each setting that was decided is called where that was said: `--store`,
  /// `PYRAMIDION_STORE`, `/etc/pyramidion.json5:3: store`.
  package var origins: [String: String] = [:]

  package init() {
    server.addresses = [Self.standardAddress].compactMap { try? SocketAddress(parsing: $0) }
  }

  /// Clients on other hosts come in when somebody has decided that they may.
  private static let standardAddress = "127.0.0.1:8080"
}
