import Posix
package import S3Wire

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
  /// The one store of `serve`, `prerender`, `inspect` and `verify`, where that is a bucket's.
  ///
  /// - Returns: nil for a folder of this machine.
  /// - Throws: what is wrong with its address.
  package func storeAddress() throws(EnvironmentError) -> BucketAddress? {
    guard let store, EngineAddress.isMeant(by: store) else { return nil }
    let address: EngineAddress
    do throws(AddressProblem) {
      address = try EngineAddress(parsing: store)
    } catch {
      throw EnvironmentError("\(error)")
    }
    guard case .bucket(let bucket) = address else {
      throw EnvironmentError("pyramids are put into a folder or a bucket, as s3://bucket/prefix")
    }
    return bucket
  }

  /// The same where it is a folder.
  func storePath() throws(EnvironmentError) -> FilePath {
    guard let store, let path = FilePath(store) else {
      throw EnvironmentError("there is no home for the store; say where with --store")
    }
    return path
  }
}
