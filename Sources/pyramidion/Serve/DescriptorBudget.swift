import CommandLineInterface

/// How the descriptors that a server may hold are shared out: clients and open images leave what a
/// cut and a decoder of tiles can't do without.
struct DescriptorBudget: Sendable {
  /// What takes descriptors, in numbers.
  struct Wanted {
    /// Descriptors that are held already.
    var held: Int
    var loops: Int
    var listeners: Int
    /// Images that are cut at the same time.
    var cuts: Int
    var tileDecoders: Int
    var pageDrawers: Int
  }

  /// Most that may be open at a time.
  let connections: Int
  /// Files that stay open from one request to the next, over all loops.
  let openFiles: Int
  let tileDecoders: Int

  /// The folder, the nursery's line, and the spare one that turns clients away.
  private static let ofTheServer = 3
  /// Its events and its mailbox, and its own folder where files are served as they lie.
  private static let ofALoop = (images: 2, files: 3)
  /// Two ends of its line and two of its control, its source three times, its pyramid and a lock; a
  /// large one has a preview where there is one more to be had.
  private static let ofACut = 9
  /// The memory in which it is asked, and its control.
  private static let ofATileDecoder = 2
  /// The same, and its document while it is started.
  private static let ofAPageDrawer = 3
  /// A loop finds what it has open without asking for it: more than so many files don't help it.
  private static let mostFilesOfALoop = 2048
  /// So few clients may be open at a time whatever is left over: where descriptors run out then, new
  /// images wait, and nothing else does.
  private static let leastConnections = 4

  /// Shares them out.
  ///
  /// - Parameters:
  ///   - limit: how many there are.
  ///   - wanted: what takes them; without cuts and decoders where files are served as they lie.
  /// - Throws: where they are too few for one client to be served one image.
  init(of limit: Int, _ wanted: Wanted) throws(EnvironmentError) {
    let decodes = wanted.tileDecoders > 0
    let ofALoop = decodes ? Self.ofALoop.images : Self.ofALoop.files
    var least = wanted.held + Self.ofTheServer + wanted.listeners + ofALoop * wanted.loops + 1
    if wanted.cuts > 0 { least += Self.ofACut }
    if decodes { least += Self.ofATileDecoder }
    guard limit >= least else {
      throw EnvironmentError(
        "\(limit) files may be open at a time here, and serving takes \(least) at least: raise that "
          + "limit (ulimit -n, or LimitNOFILE= of a unit), or ask for fewer --loops")
    }
    var rest = limit - least
    let moreDecoders = min(max(0, wanted.tileDecoders - 1), rest / 16)
    rest -= moreDecoders * Self.ofATileDecoder
    rest -= min(wanted.pageDrawers * Self.ofAPageDrawer, rest / 16)
    rest -= min(max(0, wanted.cuts - 1) * Self.ofACut, rest / 4)
    tileDecoders = decodes ? 1 + moreDecoders : 0
    openFiles = min(Self.mostFilesOfALoop * wanted.loops, rest / 4)
    connections = max(Self.leastConnections, rest - openFiles + 1)
  }
}
