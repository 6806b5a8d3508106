import DecoderChildren
import HTTPServer
import HTTPWire
import ImageRequest
import PyramidFormat
import Sandbox
import Sources
import TileGeometry
import TileService

/// All settings of `serve`, some of which other commands share: flags, help, manual page,
/// completions, variables and the keys of the configuration file derive from this table.
package enum SettingTable {
  package static let all: [Setting] = [folder] + flagged
  /// All but ``folder``, which is typed without a flag.
  package static let flagged =
    images + elsewhere + clients + cutting + cuts + sandbox + answers + work + wire + logs

  package static func setting(key: String) -> Setting? { all.first { $0.key == key } }

  package static let folder = Setting.folder(
    "folder", \.folder, otherwise: "the current folder", in: "Images",
    "The folder of images that are served, or an address: s3://bucket/prefix, https://host/base/."
      + " What the file of a slide carries beside the slide, its"
      + " label, macro and thumbnail, is not.")

  package static let store = Setting.text(
    "store", .folder, \.store, otherwise: "$XDG_CACHE_HOME/pyramidion or ~/.cache/pyramidion",
    in: "Images",
    "Where pyramids lie, and are put: a folder, or s3://bucket/prefix for hosts that share one.")

  /// What a command is told besides its flags: all of it is for `serve`; others take what they
  /// have a flag for, and the folder where they look names up in it.
  static func settings(of command: Command) -> [Setting] {
    guard command.name != Command.serve.name else { return all }
    return all.filter { setting in
      // Its flag of that name is no setting.
      guard command.name != Command.manifest.name || setting.name != ManifestFlags.base.flag.name
      else { return false }
      let name = setting.name == folder.name ? InspectFlags.root.flag.name : setting.name
      return command.flag(named: name) != nil
    }
  }

  private static let images: [Setting] = [
    store,
    .choice(
      "pyramids", \.service.missingPyramids, in: "Images",
      "What becomes of an image without a pyramid: its first request has it cut, or it is refused"
        + " until somebody has pre-rendered it."),
  ]

  private static let elsewhere: [Setting] =
    [mount] + copies + [
      .number(
        "check", 1...86_400, unit: "SECONDS", \.far.check, in: "Elsewhere",
        "How long what is known of it is believed: folders, and that images are what they were."),
      .number(
        "stale", 1...31_536_000, unit: "SECONDS", \.far.stale, in: "Elsewhere",
        "The same while nobody answers where it lies."),
      lease, cluster,
      .number(
        "openings", 1...1024, \.service.openings, in: "Elsewhere",
        "Threads that may wait for it; no other one does."),
      .number(
        "read-around", 0...4096, unit: "KB", \.far.around, as: .kilobytes, in: "Elsewhere",
        "What is fetched on both sides of a tile, for its neighbours are asked for next."),
    ]

  private static let mount = Setting.mounts(
    "mount", \.mounts, in: "Elsewhere",
    "Serve what lies in a bucket or on the web below a name of its own:"
      + " scans=s3://bucket/prefix. May be given several times; several in one text have blanks"
      + " between them.")

  /// What those commands are told that cut into a store.
  static let lease = Setting.number(
    "lease", 10...3600, unit: "SECONDS", \.far.lease, in: "Elsewhere",
    "How long a host that cuts into a bucket or from a queue is believed to be at it after it was last"
      + " heard of; then another one takes over.")

  /// What those commands are told that put images into a queue, or take them from one.
  static let cluster = Setting.queue(
    "cluster", \.cluster, otherwise: "store", in: "Elsewhere",
    "How hosts agree on who cuts an image: by the store alone, or by a queue in a database,"
      + " postgresql://user@host/name. A password may stand in the variable or the file, or be"
      + " PGPASSWORD's or ~/.pgpass's. While nobody answers there, the store decides.")

  /// What every command is told that takes addresses.
  static let copies: [Setting] = [
    .text(
      "copies", .text("DIR"), \.copies, otherwise: "$XDG_CACHE_HOME/pyramidion-copies",
      in: "Elsewhere",
      "Where copies of what lies elsewhere take their room, as files without names; memory for none"
        + " on a disk."),
    .number(
      "copies-size", 16...1 << 30, unit: "MB", \.far.copyBytes, as: .megabytes, in: "Elsewhere",
      "What they may take. Who has not been asked for longest makes room; an image that is larger"
        + " and has to be cut is refused."),
    .number(
      "fetches", 1...1024, \.far.fetches, in: "Elsewhere",
      "Requests to one bucket or host at a time; fewer where it asks for that."),
  ]

  private static let clients: [Setting] = [
    .addresses(
      "listen", \.server.addresses, in: "Clients",
      "Where to listen: 127.0.0.1:8080, [::1]:8080, *:8080 for every address of this host, or"
        + " unix:/path/of/a/socket. Several are separated by commas; port 0 takes a free one."),
    .permissions(
      "socket-mode", \.server.socketPermissions, in: "Clients",
      "Who may connect to a socket of unix:/path: three octal digits. Its group is that of this"
        + " process, for a proxy's user to be a member of."),
    .publicAddress(
      "public-url", \.service.publicBase, otherwise: "those of each request", in: "Clients",
      "Scheme, host and prefix that clients see, when a proxy stands in front:"
        + " https://images.example.org/tiles."
    )
    .reloadable(),
    .truth(
      "trust-forwarded", \.service.trustsForwarded, in: "Clients",
      "Believe X-Forwarded-For, -Proto, -Host and -Prefix; only behind a proxy setting them."
    )
    .reloadable(),
  ]

  static let detail = Setting.number(
    "detail", DrawnDetail.bounds, unit: "N", \.service.detail, in: "Answers",
    "Levels of a drawn page that are finer than its pyramid, each twice as fine as the one before:"
      + " they are drawn as they are asked for. Its IIIF size is that of the finest.")

  private static let cutting: [Setting] = [
    .number(
      "cuts", 0...64, \.service.simultaneousCuts, in: "Cutting",
      "Images that are cut at the same time, each in a process of its own; a small one more is cut"
        + " beside them. 0 leaves them to the workers of a queue."),
    .number(
      "cut-wait", 0...3600, unit: "SECONDS", \.service.cutPatience, in: "Cutting",
      "How long a request waits for its image to be cut; then it is told to come back."
    )
    .reloadable(),
  ]

  /// How images are cut, the same for every command that cuts.
  static let cuts: [Setting] = [
    .number(
      "quality", PyramidRecipe.qualityBounds, unit: "1-100", \.service.cutRules.recipe.quality,
      in: "Cutting", "JPEG or WebP quality of the tiles."),
    .choice(
      "tile-size", tileSizes, \.name, \.service.cutRules.recipe.tileSize, in: "Cutting",
      "Side of a tile."),
    .choice(
      "format", \.service.cutRules.recipe.format, in: "Cutting",
      "What tiles are: JPEG (WebP where there is alpha), WebP, or lossless (Deflate)."),
    .choice(
      "chroma", [.quartered, .full], \.name, \.service.cutRules.recipe.chroma, in: "Cutting",
      "How much of the colour planes JPEG tiles keep."),
    .choice(
      "base", \.service.cutRules.recipe.base, in: "Cutting",
      "What the finest level of a JPEG is: its own data, or its coefficients made coarser where these "
        + "are much finer than --quality (auto); its own data in any case (source); its coefficients, "
        + "none finer than --quality (requantised); or pixels, encoded anew."),
    .truth(
      "keep-profile", \.service.cutRules.recipe.keepsProfile, in: "Cutting",
      "Keep the source's colours and ICC profile instead of making sRGB; pictures are sent with it."
    ),
    .number(
      "max-pixels", 1...1 << 50, \.service.cutLimits.pixels, otherwise: pixelText, in: "Cutting",
      "Refuse larger images."),
    .number(
      "max-memory", 64...1 << 20, unit: "MB", \.service.cutLimits.memory, as: .megabytes,
      in: "Cutting", "Memory that cutting one image may take."),
    .number(
      "deadline", 1...1_000_000, unit: "SECONDS", \.service.cutLimits.wholeSeconds,
      otherwise: deadlineText, in: "Cutting", "Give an image up after so long."),
    .truth(
      "allow-untrusted", \.service.cutLimits.allowsUntrusted, in: "Cutting",
      "Decode SVG and JPEG 2000 too, whose decoders libvips doesn't vouch for, and the first page"
        + " of a PDF where PDFium is not there; only in a complete sandbox."),
    .choice(
      "documents", \.service.cutLimits.documents, in: "Cutting",
      "Draw all pages of PDF files, where PDFium is found and the sandbox is complete (on); or take"
        + " PDF for a format that --allow-untrusted switches on (off)."),
    .text(
      "pdf-engine", .file, \.pdfEngine,
      otherwise: "lib/pyramidion/libpdfium.so beside the program, or the system's", in: "Cutting",
      "Where PDFium's library lies."),
    .number(
      "dpi", 1...2400, \.service.cutRules.dotsPerInch, as: .plain, in: "Cutting",
      "How finely SVG and PDF are drawn."),
  ]

  /// How decoders are boxed, the same for every command that decodes.
  static let sandbox: [Setting] = [
    .choice(
      "sandbox", \.sandbox.mode, in: "Sandbox",
      "What becomes of images where the sandbox of decoders is not complete: none is decoded"
        + " (require); or what is missing is said, and SVG, PDF and JPEG 2000 are off (try)."
        + " Without a sandbox, for looking for faults (off)."),
    .text(
      "sandbox-user", .text("NAME"), \.sandbox.user, otherwise: BoxUser.nobody.name, in: "Sandbox",
      "Whom decoders run as when the program is started by root."),
  ]

  private static let tileSizes = [128, 256, 512, 1024].compactMap { TileSize($0) }

  private static var pixelText: String {
    let limits = CutLimits()
    func short(_ format: SourceFormat) -> String { powerOfTen(limits.pixels(of: format)) }
    return "\(short(.jpeg)) JPEG, \(short(.tiff)) TIFF, \(short(.png)) others"
  }

  private static var deadlineText: String {
    let limits = CutLimits()
    return "\(Int(limits.seconds)), and \(Int(limits.secondsPerMegapixel)) for each megapixel"
  }

  /// As `5e9`.
  private static func powerOfTen(_ number: Int) -> String {
    var (number, power) = (number, 0)
    while number % 10 == 0, number > 0 { (number, power) = (number / 10, power + 1) }
    return "\(number)e\(power)"
  }

  private static let answers: [Setting] = [
    detail,
    .number(
      "max-width", 1...1 << 20, unit: "PIXELS", \.service.limits.maximumWidth, as: .plain,
      in: "Answers",
      "The widest picture that is rendered; info.json tells clients."
    )
    .reloadable(),
    .number(
      "max-height", 1...1 << 20, unit: "PIXELS", \.service.limits.maximumHeight, as: .plain,
      in: "Answers",
      "The highest picture that is rendered."
    )
    .reloadable(),
    .number(
      "max-area", 1...1 << 40, unit: "PIXELS", \.service.limits.maximumArea, as: .plain,
      in: "Answers",
      "Width times height of the largest picture that is rendered."
    )
    .reloadable(),
    .number(
      "render-quality", 1...100, unit: "1-100", \.service.quality, in: "Answers",
      "JPEG, WebP and AVIF quality of rendered pictures; tiles keep the one they were cut with."),
    .truth(
      "negotiate", \.service.negotiatesFormat, in: "Answers",
      "Send native tiles in the format that Accept prefers: AVIF, WebP or JPEG."
    )
    .reloadable(),
    .number(
      "max-age", 0...31_536_000, unit: "SECONDS", \.service.cacheSeconds, in: "Answers",
      "How long clients may keep an answer whose address names no version."
    )
    .reloadable(),
    .truth(
      "wordless", \.service.leavesWordsOut, in: "Answers",
      "Send rendered pictures without their title, description, author, date and rights."
    )
    .reloadable(),
    .truth(
      "tell-places", \.service.tellsPlaces, in: "Answers",
      "Tell where pictures were taken, in what is said of them and in pictures that are sent."
    ),
  ]

  private static let work: [Setting] = [
    .number(
      "loops", 1...256, \.loops, otherwise: "one for each processor", in: "Work and memory",
      "Threads that serve connections."),
    .number(
      "workers", 1...256, \.workers, otherwise: "one for each processor", in: "Work and memory",
      "Threads that decode and encode."),
    .number(
      "page-processes", 1...64, \.service.pageProcesses,
      otherwise: "one for each processor, 4 at most", in: "Work and memory",
      "Processes that hold documents open to draw their pages finer than they are cut."),
    .number(
      "page-memory", 64...1 << 20, unit: "MB", \.service.pageMemory, as: .megabytes,
      in: "Work and memory", "Memory that each of them may take."),
    .number(
      "queue", 1...1_000_000, \.service.queueLimit, in: "Work and memory",
      "Requests that may wait for a worker; further ones are told to come back."),
    .number(
      "render-memory", 16...1 << 20, unit: "MB", \.service.renderMemory, as: .megabytes,
      otherwise: "a quarter of what the machine or its control group has", in: "Work and memory",
      "Memory that all pictures in the making may take together; what does not fit is told to come"
        + " back, and what never could is refused."),
    .number(
      "answer-cache", 0...1 << 20, unit: "MB", \.service.answerCacheBytes, as: .megabytes,
      in: "Work and memory",
      "Memory for finished answers."),
    .number(
      "tile-cache", 0...1 << 20, unit: "MB", \.service.tileCacheBytes, as: .megabytes,
      in: "Work and memory",
      "Memory for decoded tiles."),
  ]

  private static let wire: [Setting] = [
    .number(
      "max-connections", 1...1_000_000, \.server.connections, in: "Connections",
      "Connections served at a time, or fewer if the descriptor limit leaves less; further ones"
        + " wait in the kernel’s queue."
    )
    .reloadable(),
    .number(
      "max-head-bytes", 256...1_048_576, \.server.limits.headBytes, in: "Connections",
      "Bytes of a request’s line and fields; a longer head is refused with 431."
    )
    .reloadable(),
    .number(
      "max-fields", 1...10_000, \.server.limits.fields, in: "Connections",
      "Fields of a request; more are refused with 431."
    )
    .reloadable(),
    .number(
      "max-target-bytes", 64...1_048_576, \.server.limits.targetBytes, in: "Connections",
      "Bytes of a request’s target; a longer one is refused with 414."
    )
    .reloadable(),
    .number(
      "max-body-bytes", 0...1_073_741_824, \.server.limits.bodyBytes, in: "Connections",
      "Bytes of a request’s body, which is read and dropped; a longer one is refused with 413."
    )
    .reloadable(),
    .number(
      "max-requests", 1...1_000_000_000, \.server.limits.requestsPerConnection, in: "Connections",
      "Requests answered on a connection before it is closed."
    )
    .reloadable(),
    .number(
      "head-timeout", 1...3600, unit: "SECONDS", \.server.headDeadline, as: .seconds,
      in: "Connections",
      "How long a request may take from its first byte to its last field."
    )
    .reloadable(),
    .number(
      "idle-timeout", 1...86_400, unit: "SECONDS", \.server.idleTimeout, as: .seconds,
      in: "Connections",
      "How long a connection may stay open between requests."
    )
    .reloadable(),
    .number(
      "write-timeout", 1...3600, unit: "SECONDS", \.server.writeTimeout, as: .seconds,
      in: "Connections",
      "How long a client may leave an answer waiting without taking 16 KB of it."
    )
    .reloadable(),
    .number(
      "drain-timeout", 0...3600, unit: "SECONDS", \.server.drainDeadline, as: .seconds,
      in: "Connections",
      "How long answers under way get once the server is told to end."
    )
    .reloadable(),
  ]

  private static let logs: [Setting] = [
    .text(
      "access-log", .file, \.accessLog, otherwise: "none", in: "Logs",
      "Append a line for every answer to this file; - is the standard output."
    )
    .reloadable(),
    .choice(
      "log-format", \.logFormat, in: "Logs",
      "Lines as Apache’s combined log, with request id, microseconds and what answered at the"
        + " end; or one JSON object a line."
    )
    .reloadable(),
    .truth("quiet", \.isQuiet, in: "Logs", "Say no more at the start than where to connect."),
  ]
}

extension TileSize {
  fileprivate var name: String { String(side) }
}
