package enum ServeFlags {
  package static let staticFiles = TypedFlag.present(
    "static", "Serve the folder's files as they are, whatever they are: no images.")
}

extension Command {
  package static let serve = Command(
    name: "serve", summary: "Serve a folder, a bucket or a host of the web over HTTP.",
    operands: "[FOLDER|ADDRESS]", operandCount: 0...1,
    flags: [CuttingFlags.config.flag, ServeFlags.staticFiles.flag]
      + SettingTable.flagged.map(\.flag),
    discussion: [
      "Images below FOLDER (the current folder if none is given) are served. Names that begin with a"
        + " dot, pipes, devices, and links that lead out of the folder are not.",
      "ADDRESS is where images lie elsewhere: s3://bucket/prefix or https://host/base/, with the"
        + " options that 'pyramidion help cut' tells, and of the web list=NAME, a text below the base"
        + " with a name a line, without which nothing of it is listed. Pyramids that other programs"
        + " have made are served in place, a few parts of them at a time; anything else is copied and"
        + " cut.",
      "With --store s3://bucket/prefix several hosts share their pyramids: one of them cuts an image,"
        + " and all serve it, each from the parts that it has copied. Pyramids that can't be put there"
        + " wait in the folder of copies and are served meanwhile. Images whose pyramids nobody can"
        + " look for are refused with 503 until the engine answers again. Pyramids of more than 5 GB"
        + " go there in parts; with part=64 in the address all that are larger than 64 MB do.",
      "What no flag says is taken from a variable: PYRAMIDION_MAX_FIELDS for --max-fields, and"
        + " PYRAMIDION_CONFIG for --config, PYRAMIDION_FOLDER for FOLDER; then from the configuration"
        + " file, whose key is maxFields; then it is the default. Switches take =false too.",
      "SIGTERM and SIGINT finish what is under way and end with exit code 0, after --leave-notice; what"
        + " takes longer than --drain-timeout is cut short, and the code is 1. A second one ends at"
        + " once, with 1 where that cuts something short. An address that can't be listened on is exit"
        + " code 3.",
      "SIGHUP reopens the access log, and reads the configuration file anew; flags and variables"
        + " stay above it. It is said what has changed, and what takes a restart: all but "
        + SettingTable.all.filter(\.isReloadable).map(\.name).joined(separator: ", ")
        + ". A file with an error changes nothing. SIGUSR1 reopens the access log alone.",
    ],
    examples: [
      "pyramidion serve pictures",
      "pyramidion serve --mount 'scans=s3://scans/masters?region=eu-central-1' pictures",
      "pyramidion serve --config /etc/pyramidion.json5",
      "pyramidion serve --listen '*:80,unix:/run/pyramidion.sock' --access-log - --log-format json",
    ])
}
