extension Command {
  package static let serve = Command(
    name: "serve", summary: "Serve a folder over HTTP.",
    operands: "[FOLDER]", operandCount: 0...1,
    flags: [
      Flag(
        "listen", .text("ADDRESS"), default: "127.0.0.1:8080",
        "Where to listen: 127.0.0.1:8080, [::1]:8080, *:8080 for every address of this host, or"
          + " unix:/path/of/a/socket. Several are separated by commas; port 0 takes a free one."),
      Flag(
        "loops", .text("N"), default: "one for each processor",
        "Threads that serve connections."),
      Flag(
        "access-log", .text("FILE"), default: "none",
        "Append a line for every answer to this file; - is the standard output."),
      Flag(
        "log-format", .choice(["combined", "json"]), default: "combined",
        "Lines as Apache's combined log, with request id, microseconds and what answered at"
          + " the end; or one JSON object a line."),
      Flag(
        "max-connections", .text("N"), default: "16384, or what the descriptor limit leaves",
        "Connections served at a time; further ones wait in the kernel's queue."),
      Flag(
        "max-head-bytes", .text("N"), default: "16384",
        "Bytes of a request's line and fields; a longer head is refused with 431."),
      Flag(
        "max-fields", .text("N"), default: "100",
        "Fields of a request; more are refused with 431."),
      Flag(
        "max-target-bytes", .text("N"), default: "8192",
        "Bytes of a request's target; a longer one is refused with 414."),
      Flag(
        "max-body-bytes", .text("N"), default: "1048576",
        "Bytes of a request's body, which is read and dropped; a longer one is refused with 413."),
      Flag(
        "max-requests", .text("N"), default: "100000",
        "Requests answered on a connection before it is closed."),
      Flag(
        "head-timeout", .text("SECONDS"), default: "15",
        "How long a request may take from its first byte to its last field."),
      Flag(
        "idle-timeout", .text("SECONDS"), default: "60",
        "How long a connection may stay open between requests."),
      Flag(
        "write-timeout", .text("SECONDS"), default: "30",
        "How long a client may leave an answer waiting without taking a byte."),
      Flag(
        "drain-timeout", .text("SECONDS"), default: "30",
        "How long answers under way get once the server is told to end."),
    ],
    discussion: [
      "Regular files below FOLDER (the current folder if none is given) are served with entity tags,"
        + " dates and ranges. Names that begin with a dot, pipes, devices, and links that lead out of"
        + " the folder are not.",
      "SIGTERM and SIGINT finish what is under way and end with exit code 0; a second one ends at"
        + " once, with 1. An address that can't be listened on is exit code 3.",
    ],
    examples: [
      "pyramidion serve pictures --listen 127.0.0.1:8080",
      "pyramidion serve --listen '*:80,unix:/run/pyramidion.sock' --access-log - --log-format json",
    ])
}
