import Sources
import TileService

/// What lies elsewhere, and hosts that share it.
extension SettingTable {
  static let elsewhere: [Setting] =
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
        "What is fetched on both sides of a tile, for its neighbours are asked for next; four of them"
          + " where these are larger, and nothing where it is 0."),
    ]

  static let mount = Setting.mounts(
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
      "Where copies of what lies elsewhere are kept, those of a server also over a restart; memory"
        + " for none on a disk."),
    .number(
      "copies-size", 16...1 << 30, unit: "MB", \.far.copyBytes, as: .megabytes, in: "Elsewhere",
      "What they may take. Who has not been asked for longest makes room; an image that is larger"
        + " and has to be cut is refused."),
    .number(
      "fetches", 1...1024, \.far.fetches, in: "Elsewhere",
      "Requests to one bucket or host at a time; fewer where it asks for that."),
  ]
}
