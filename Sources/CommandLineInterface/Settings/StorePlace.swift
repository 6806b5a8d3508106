package import Posix
import S3Wire

/// Where pyramids lie when nobody says: with everything else that can be made again.
package enum StorePlace {
  /// - Returns: `$XDG_CACHE_HOME/pyramidion` or `~/.cache/pyramidion`; nil without a home.
  package static func standard(in environment: [String: String]) -> String? {
    cache(in: environment).map { $0 + "/pyramidion" }
  }

  /// Where copies of what lies elsewhere lie: beside them.
  package static func standardOfCopies(in environment: [String: String]) -> String? {
    cache(in: environment).map { $0 + "/pyramidion-copies" }
  }

  private static func cache(in environment: [String: String]) -> String? {
    // The convention says that a relative path is no path.
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return cache }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return (home == "/" ? "" : home) + "/.cache"
  }
}

extension ServeSettings {
  /// The one store of `serve`, `prerender`, `inspect` and `verify`.
  package func storePath() throws(EnvironmentError) -> FilePath {
    if let store, EngineAddress.isMeant(by: store) {
      throw EnvironmentError("the store is a folder of this machine, and no address")
    }
    guard let store, let path = FilePath(store) else {
      throw EnvironmentError("there is no home for the store; say where with --store")
    }
    return path
  }
}
