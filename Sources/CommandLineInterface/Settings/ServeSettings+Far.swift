import DecoderChildren
import Fetching
import FoundationEssentials
import Posix
import S3Wire
package import Sources
import TileService

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
    let engines = mounts.count + (EngineAddress.isMeant(by: folder) ? 1 : 0)
    guard engines > 0 else { return 0 }
    return engines * (Self.descriptorsOfAnEngine + min(far.fetches, limit / 32))
      + copyCount(within: limit) * Self.descriptorsOfACopy
  }

  /// All that lies elsewhere, ready to be asked.
  ///
  /// - Parameters:
  ///   - limit: how many files may be open.
  ///   - report: told of engines that fall silent.
  /// - Returns: none where nothing does; nobody is asked for it.
  /// - Throws: that libcurl or the folder of copies can't be had.
  package func farSources(
    within limit: Int, report: @escaping @Sendable (String) -> Void
  ) throws -> (mounts: [FarMount], shelf: CopyShelf?) {
    var places = mounts.map { (name: Array($0.name.utf8), address: $0.address) }
    if let root = try farFolder() { places.append(([], root)) }
    guard !places.isEmpty else { return ([], nil) }
    let (rules, shelf, chain) = try farParts(within: limit)
    do throws(FetchingUnavailable) {
      var mounts: [FarMount] = []
      for place in places {
        mounts.append(
          try FarMount(place.name, at: place.address, chain, rules, shelf, report: report))
      }
      return (mounts, shelf)
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
    let (rules, shelf, chain) = try farParts(within: DescriptorLimit.raise())
    do throws(FetchingUnavailable) {
      return try AddressedSources(addresses, chain, rules, shelf)
    } catch {
      throw EnvironmentError("\(error)")
    }
  }

  private func farParts(
    within limit: Int
  ) throws(EnvironmentError) -> (FarRules, CopyShelf, CredentialChain) {
    var rules = far
    rules.sourceBytes = min(rules.copyBytes, service.cutLimits.sourceBytes)
    rules.fetches = min(rules.fetches, max(4, limit / 32))
    do throws(FileError) {
      let shelf = try CopyShelf(
        try copiesFolder(), budget: rules.copyBytes, capacity: copyCount(within: limit))
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
