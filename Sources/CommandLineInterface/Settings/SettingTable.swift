import TileGeometry

/// All settings of `serve`, some of which other commands share: flags, help, manual page,
/// completions, variables and the keys of the configuration file derive from this table.
package enum SettingTable {
  package static let all: [Setting] = [folder] + flagged
  /// All but ``folder``, which is typed without a flag.
  package static let flagged = images + clients + cutting + answers + work + wire + logs

  package static func setting(key: String) -> Setting? { all.first { $0.key == key } }

  package static let folder = Setting.folder(
    "folder", \.folder, otherwise: "the current folder", in: "Images",
    "The folder of images that are served. What the file of a slide carries beside the slide, its"
      + " label, macro and thumbnail, is not.")

  package static let store = Setting.text(
    "store", .folder, \.store, otherwise: "$XDG_CACHE_HOME/pyramidion or ~/.cache/pyramidion",
    in: "Images", "Where pyramids lie, and are put.")

  /// What a command is told besides its flags: all of it is for `serve`; others take what they
  /// have a flag for, and the folder where they look names up in it.
  static func settings(of command: Command) -> [Setting] {
    guard command.name != Command.serve.name else { return all }
    return all.filter { setting in
      command.flag(named: setting.name == folder.name ? InspectFlags.root.flag.name : setting.name)
        != nil
    }
  }

  private static let images: [Setting] = [
    store,
    .choice(
      "pyramids", \.pyramids, in: "Images",
      "What becomes of an image without a pyramid: its first request has it cut, or it is refused"
        + " until somebody has pre-rendered it."),
  ]

  private static let clients: [Setting] = [
    .addresses(
      "listen", \.listen, in: "Clients",
      "Where to listen: 127.0.0.1:8080, [::1]:8080, *:8080 for every address of this host, or"
        + " unix:/path/of/a/socket. Several are separated by commas; port 0 takes a free one."),
    .text(
      "public-url", .text("URL"), \.publicURL, otherwise: "those of each request", in: "Clients",
      "Scheme, host and prefix that clients see, when a proxy stands in front:"
        + " https://images.example.org/tiles."),
    .truth(
      "trust-forwarded", \.trustsForwarded, in: "Clients",
      "Believe X-Forwarded-Proto, -Host and -Prefix; only behind a proxy that sets them."),
  ]

  /// These say of images without a pyramid what `prerender` says of its own, in its words.
  private static let cutting: [Setting] = [
    .number(
      "cuts", 1...64, \.cuts, in: "Cutting",
      "Images that are cut at the same time, each in a process of its own."),
    .number(
      "cut-wait", 0...3600, unit: "SECONDS", \.cutPatience, in: "Cutting",
      "How long a request waits for its image to be cut; then it is told to come back."),
    .number(
      "quality", 1...100, unit: "1-100", \.cutting.quality, in: "Cutting", prerender("quality")),
    .choice("tile-size", \.cutting.tileSize, in: "Cutting", prerender("tile-size")),
    .choice("format", \.cutting.format, in: "Cutting", prerender("format")),
    .choice(
      "chroma", ServeSettings.Cutting.chromas, \.name, \.cutting.chroma, in: "Cutting",
      prerender("chroma")),
    .truth("keep-profile", \.cutting.keepsProfile, in: "Cutting", prerender("keep-profile")),
    .number(
      "max-pixels", 1...1 << 50, \.cutting.maximumPixels,
      otherwise: CuttingFlags.flag("max-pixels")?.defaultText ?? "", in: "Cutting",
      prerender("max-pixels")),
    .number(
      "max-memory", 64...1 << 20, unit: "MB", \.cutting.memory, in: "Cutting",
      prerender("max-memory")),
    .number(
      "deadline", 1...1_000_000, unit: "SECONDS", \.cutting.deadline,
      otherwise: CuttingFlags.flag("deadline")?.defaultText ?? "", in: "Cutting",
      prerender("deadline")),
    .truth(
      "allow-untrusted", \.cutting.allowsUntrusted, in: "Cutting", prerender("allow-untrusted")),
    .number("dpi", 1...2400, \.cutting.dotsPerInch, in: "Cutting", prerender("dpi")),
  ]

  private static let answers: [Setting] = [
    .number(
      "max-width", 1...1 << 20, unit: "PIXELS", \.maximumWidth, in: "Answers",
      "The widest picture that is rendered; info.json tells clients."),
    .number(
      "max-height", 1...1 << 20, unit: "PIXELS", \.maximumHeight, in: "Answers",
      "The highest picture that is rendered."),
    .number(
      "max-area", 1...1 << 40, unit: "PIXELS", \.maximumArea, in: "Answers",
      "Width times height of the largest picture that is rendered."),
    .number(
      "render-quality", 1...100, unit: "1-100", \.renderQuality, in: "Answers",
      "JPEG, WebP and AVIF quality of rendered pictures; tiles keep the one they were cut with."),
    .truth(
      "negotiate", \.negotiatesFormat, in: "Answers",
      "Send native tiles in the format that Accept prefers: AVIF, WebP or JPEG."),
    .number(
      "max-age", 0...31_536_000, unit: "SECONDS", \.maximumAge, in: "Answers",
      "How long clients may keep an answer whose address names no version."),
  ]

  private static let work: [Setting] = [
    .number(
      "loops", 1...256, \.loops, otherwise: "one for each processor", in: "Work and memory",
      "Threads that serve connections."),
    .number(
      "workers", 1...256, \.workers, otherwise: "one for each processor", in: "Work and memory",
      "Threads that decode and encode."),
    .number(
      "queue", 1...1_000_000, \.queue, in: "Work and memory",
      "Requests that may wait for a worker; further ones are told to come back."),
    .number(
      "answer-cache", 0...1 << 20, unit: "MB", \.answerCache, in: "Work and memory",
      "Memory for finished answers."),
    .number(
      "tile-cache", 0...1 << 20, unit: "MB", \.tileCache, in: "Work and memory",
      "Memory for decoded tiles."),
  ]

  private static let wire: [Setting] = [
    .number(
      "max-connections", 1...1_000_000, \.maximumConnections, in: "Connections",
      "Connections served at a time, or fewer if the descriptor limit leaves less; further ones"
        + " wait in the kernel’s queue."),
    .number(
      "max-head-bytes", 256...1_048_576, \.maximumHeadBytes, in: "Connections",
      "Bytes of a request’s line and fields; a longer head is refused with 431."),
    .number(
      "max-fields", 1...10_000, \.maximumFields, in: "Connections",
      "Fields of a request; more are refused with 431."),
    .number(
      "max-target-bytes", 64...1_048_576, \.maximumTargetBytes, in: "Connections",
      "Bytes of a request’s target; a longer one is refused with 414."),
    .number(
      "max-body-bytes", 0...1_073_741_824, \.maximumBodyBytes, in: "Connections",
      "Bytes of a request’s body, which is read and dropped; a longer one is refused with 413."),
    .number(
      "max-requests", 1...1_000_000_000, \.maximumRequests, in: "Connections",
      "Requests answered on a connection before it is closed."),
    .number(
      "head-timeout", 1...3600, unit: "SECONDS", \.headTimeout, in: "Connections",
      "How long a request may take from its first byte to its last field."),
    .number(
      "idle-timeout", 1...86_400, unit: "SECONDS", \.idleTimeout, in: "Connections",
      "How long a connection may stay open between requests."),
    .number(
      "write-timeout", 1...3600, unit: "SECONDS", \.writeTimeout, in: "Connections",
      "How long a client may leave an answer waiting without taking a byte."),
    .number(
      "drain-timeout", 0...3600, unit: "SECONDS", \.drainTimeout, in: "Connections",
      "How long answers under way get once the server is told to end."),
  ]

  private static let logs: [Setting] = [
    .text(
      "access-log", .file, \.accessLog, otherwise: "none", in: "Logs",
      "Append a line for every answer to this file; - is the standard output."),
    .choice(
      "log-format", \.logFormat, in: "Logs",
      "Lines as Apache’s combined log, with request id, microseconds and what answered at the"
        + " end; or one JSON object a line."),
    .truth("quiet", \.isQuiet, in: "Logs", "Say no more at the start than where to connect."),
  ]

  private static func prerender(_ flag: String) -> String {
    CuttingFlags.flag(flag)?.summary ?? ""
  }
}
