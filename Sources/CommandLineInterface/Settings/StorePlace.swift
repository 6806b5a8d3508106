package import Posix

/// Where pyramids lie when nobody says: with everything else that can be made again.
package enum StorePlace {
  /// - Returns: `$XDG_CACHE_HOME/pyramidion` or `~/.cache/pyramidion`; nil without a home.
  package static func standard(in environment: [String: String]) -> String? {
    // The convention says that a relative path is no path.
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      return cache + "/pyramidion"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return (home == "/" ? "" : home) + "/.cache/pyramidion"
  }
}

extension ServeSettings {
  /// The one store of `serve`, `prerender`, `inspect` and `verify`.
  package func storePath() throws(EnvironmentError) -> FilePath {
    guard let store, let path = FilePath(store) else {
      throw EnvironmentError("there is no home for the store; say where with --store")
    }
    return path
  }
}
