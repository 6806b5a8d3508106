import Foundation
import Posix

/// A name that nothing has yet; what comes to lie there goes with this.
final class TemporaryFolder: Sendable {
  private let name =
    FileManager.default.temporaryDirectory.path + "/pyramidion-\(UUID().uuidString)"

  var path: FilePath? { FilePath(name) }

  deinit { try? FileManager.default.removeItem(atPath: name) }
}
