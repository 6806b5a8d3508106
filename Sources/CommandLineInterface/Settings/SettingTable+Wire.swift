import HTTPServer
import HTTPWire

/// The wire, and what is written of it.
extension SettingTable {
  static let wire: [Setting] = [
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
      "leave-notice", 0...3600, unit: "SECONDS", \.leaveNotice, as: .seconds, in: "Connections",
      "How long a server that is told to end says so at /readyz, by 503, and answers as before, for"
        + " balancers to turn to others."
    )
    .reloadable(),
    .number(
      "drain-timeout", 0...3600, unit: "SECONDS", \.server.drainDeadline, as: .seconds,
      in: "Connections",
      "How long answers under way get once the server is told to end."
    )
    .reloadable(),
  ]

  static let logs: [Setting] = [
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
