import HTTPServer
import ImageRequest
import TileService

/// What clients are told and sent, and how much work that may be.
extension SettingTable {
  static let clients: [Setting] = [
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

  static let answers: [Setting] = [
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

  static let work: [Setting] = [
    .number(
      "loops", 1...256, \.loops, otherwise: "one for each processor", in: "Work and memory",
      "Threads that serve connections."),
    .number(
      "workers", 1...256, \.workers, otherwise: "one for each processor", in: "Work and memory",
      "Threads that decode and encode."),
    .number(
      "page-processes", 1...64, \.service.pageProcesses,
      otherwise: "one for each processor, 4 at most", in: "Work and memory",
      "Processes that hold documents and drawings open to draw them finer than they are cut."),
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
}
