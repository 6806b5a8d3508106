import DecoderChildren
import FetchRules
import Fetching
import FoundationEssentials
import Posix
import S3Wire
package import Sources
import Storage
package import TileService

/// What is served that lies elsewhere.
extension ServeSettings {
  /// Descriptors that one copy takes.
  private static let descriptorsOfACopy = 2
  /// Those of a thread that fetches, besides its connections.
  private static let descriptorsOfAnEngine = 8

  /// The folder as a bucket's or the web's; nil for one of this machine.
  ///
  /// - Throws: what is wrong with its address.
  func farFolder() throws(EnvironmentError) -> EngineAddress? {
    guard EngineAddress.isMeant(by: folder) else { return nil }
    do throws(AddressProblem) {
      return try EngineAddress(parsing: folder)
    } catch {
      throw EnvironmentError("\(error)")
    }
  }

  /// The folder for people: of an address nothing but where it is.
  package var folderTitle: String { ((try? farFolder()) ?? nil).map { "\($0)" } ?? folder }

  /// How many copies there may be where so many files may be open.
  private func copyCount(within limit: Int) -> Int { min(max(limit / 32, 8), 512) }

  /// Descriptors that go to what lies elsewhere.
  ///
  /// - Parameter limit: how many there are.
  /// - Returns: none where nothing lies elsewhere.
  package func farDescriptors(within limit: Int) -> Int {
    let engines =
      mounts.count
      + [folder, store ?? ""].count { EngineAddress.isMeant(by: $0) }
    guard engines > 0 else { return 0 }
    return engines * (Self.descriptorsOfAnEngine + min(far.fetches, limit / 32))
      + copyCount(within: limit) * Self.descriptorsOfACopy
  }

  /// All that lies elsewhere, ready to be asked, and the store, wherever that lies.
  package struct FarParts {
    package let mounts: [FarMount]
    /// Nil where nothing lies elsewhere.
    package let shelf: CopyShelf?
    package let store: StoreLocation
  }

  /// Gets ready to ask for what lies elsewhere; nobody is asked for it yet.
  ///
  /// - Parameters:
  ///   - limit: how many files may be open.
  ///   - report: told of engines that fall silent.
  /// - Returns: no engine where nothing lies elsewhere.
  /// - Throws: that libcurl or the folder of copies can't be had.
  package func farParts(
    within limit: Int, report: @escaping @Sendable (String) -> Void
  ) throws -> FarParts {
    var places = mounts.map { (name: Array($0.name.utf8), address: $0.address) }
    if let root = try farFolder() { places.append(([], root)) }
    let bucket = try storeAddress()
    guard !places.isEmpty || bucket != nil else {
      return FarParts(mounts: [], shelf: nil, store: .folder(try storePath()))
    }
    let (rules, shelf, chain) = try farRules(within: limit, isKept: true)
    do {
      var mounts: [FarMount] = []
      for place in places {
        mounts.append(
          try FarMount(place.name, at: place.address, chain, rules, shelf, report: report))
      }
      guard let bucket else {
        return FarParts(mounts: mounts, shelf: shelf, store: .folder(try storePath()))
      }
      let store = try bucketStore(bucket, chain, rules, shelf, report: report)
      return FarParts(mounts: mounts, shelf: shelf, store: .bucket(store))
    } catch {
      throw EnvironmentError("\(error)")
    }
  }

  /// The store of a command.
  ///
  /// - Parameter isMade: whether a folder is made where it is missing.
  /// - Returns: the store; nobody is asked for anything yet.
  /// - Throws: why it can't be used.
  func openStore(creating isMade: Bool = false) throws -> any PyramidStore {
    guard let bucket = try storeAddress() else {
      let path = try storePath()
      return try CommandLineInterface.environment { try FolderStore(path, creating: isMade) }
    }
    let (rules, shelf, chain) = try farRules(within: DescriptorLimit.raise())
    return try bucketStore(bucket, chain, rules, shelf, report: { _ in })
  }

  /// The store of a command that only looks at it; nil for a folder that is not there.
  func storeIfThere() throws -> (any PyramidStore)? {
    guard try storeAddress() == nil else { return try openStore() }
    let folder = try storePath()
    do throws(FileError) {
      return try FolderStore(folder, creating: false)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return nil
    }
  }

  /// The store for people: of an address nothing but where it is.
  var storeTitle: String { ((try? storeAddress()) ?? nil).map { "\($0)" } ?? store ?? "" }

  private func bucketStore(
    _ address: BucketAddress, _ chain: CredentialChain, _ rules: FarRules, _ shelf: CopyShelf,
    report: @escaping @Sendable (String) -> Void
  ) throws(EnvironmentError) -> BucketStore {
    do {
      let mount = try FarMount(
        [], at: .bucket(address), as: .pyramids, chain, rules, shelf, report: report)
      return try BucketStore(
        mount, shelf, lease: LeaseRules(length: Int64(rules.lease)), report: report)
    } catch {
      throw EnvironmentError("\(error)")
    }
  }

  /// What addresses among operands lead to.
  ///
  /// - Parameters:
  ///   - texts: what was typed.
  ///   - command: for whom.
  /// - Returns: nil where none is an address; nobody is asked for it.
  /// - Throws: what is wrong with one, or that libcurl can't be had.
  func addressedSources(
    _ texts: [String], for command: Command
  ) throws -> AddressedSources? {
    let texts = texts.filter { EngineAddress.isMeant(by: $0) }
    guard !texts.isEmpty else { return nil }
    var addresses: [FarAddress] = []
    do throws(AddressProblem) {
      for text in texts { addresses.append(try FarAddress(parsing: text)) }
    } catch {
      throw UsageError("\(error)", command: command)
    }
    let (rules, shelf, chain) = try farRules(within: DescriptorLimit.raise())
    do throws(FetchingUnavailable) {
      return try AddressedSources(addresses, chain, rules, shelf)
    } catch {
      throw EnvironmentError("\(error)")
    }
  }

  private func farRules(
    within limit: Int, isKept: Bool = false
  ) throws(EnvironmentError) -> (FarRules, CopyShelf, CredentialChain) {
    var rules = far
    rules.sourceBytes = min(rules.copyBytes, service.cutLimits.sourceBytes)
    rules.fetches = min(rules.fetches, max(4, limit / 32))
    do throws(FileError) {
      let shelf = try CopyShelf(
        try copiesFolder(), budget: rules.copyBytes, capacity: copyCount(within: limit),
        isKept: isKept)
      return (rules, shelf, CredentialChain(ProcessInfo.processInfo.environment))
    } catch {
      throw EnvironmentError("copies of what lies elsewhere: \(error); say where with --copies")
    }
  }

  /// Where copies lie; nil for memory.
  private func copiesFolder() throws(FileError) -> FilePath? {
    guard copies != "memory" else { return nil }
    guard let copies, let path = FilePath(copies) else {
      throw FileError("find", "a home for them", .noSuchFile)
    }
    return path
  }
}
