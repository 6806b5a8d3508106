import FoundationEssentials

extension ServeSettings {
  /// What the world outside says besides the typed words.
  package struct Surroundings {
    package var environment: [String: String]
    package var readFile: (String) throws -> String

    package init(
      environment: [String: String], readFile: @escaping (String) throws -> String
    ) {
      self.environment = environment
      self.readFile = readFile
    }

    /// The process's own.
    package static var real: Surroundings {
      Surroundings(
        environment: ProcessInfo.processInfo.environment, readFile: ConfigurationFile.text)
    }
  }

  /// Flags before variables, variables before the configuration file, that before the defaults.
  ///
  /// The same for every command, of the settings that it takes: what `prerender` and `serve` are
  /// told in one place is the same to both.
  ///
  /// - Returns: the settings, and sentences about what looks like a slip but may be none.
  package static func resolve(
    _ arguments: ParsedArguments, in surroundings: Surroundings = .real
  ) throws -> (settings: ServeSettings, warnings: [String]) {
    var settings = ServeSettings()
    let environment = surroundings.environment
    let command = arguments.command
    if let path = arguments[CuttingFlags.config] ?? environment["PYRAMIDION_CONFIG"] {
      let file = ConfigurationFile(path, text: try surroundings.readFile(path))
      try settings.apply(file, for: command)
    }
    let taken = SettingTable.settings(of: command)
    for setting in taken {
      guard let text = environment[setting.variable] else { continue }
      try settings.apply(setting, text, called: setting.variable, ":", for: command)
    }
    if command.name == Command.serve.name, let folder = arguments.operands.first {
      try settings.apply(SettingTable.folder, folder, called: "FOLDER", for: command)
    }
    for setting in taken {
      guard let text = arguments.text(named: setting.name) else { continue }
      try settings.apply(setting, text, called: "--\(setting.name)", for: command)
    }
    settings.store = settings.store ?? StorePlace.standard(in: environment)
    settings.copies = settings.copies ?? StorePlace.standardOfCopies(in: environment)
    return (settings, slips(in: environment))
  }

  private mutating func apply(
    _ setting: Setting, _ text: String, called name: String, _ colon: String = "",
    for command: Command
  ) throws(UsageError) {
    do throws(Setting.Unfit) {
      setting.apply(try setting.value(of: text), &self)
      origins[setting.name] = name
    } catch {
      throw UsageError("\(name)\(colon) \(error.reason)", command: command)
    }
  }

  /// Variables that begin like ours and are near to one of them; others may be somebody else's.
  private static func slips(in environment: [String: String]) -> [String] {
    let prefix = "PYRAMIDION_"
    let known = ["CONFIG"] + SettingTable.all.map { String($0.variable.dropFirst(prefix.count)) }
    return environment.keys.sorted().compactMap { name in
      let rest = String(name.dropFirst(prefix.count))
      guard name.hasPrefix(prefix), !known.contains(rest),
        let near = nearest(to: rest, among: known)
      else { return nil }
      return "\(name) is not a setting; did you mean \(prefix)\(near)?"
    }
  }
}

extension CommandLineInterface {
  /// What a command is told, wherever it is said; slips are mentioned.
  static func settings(
    of arguments: ParsedArguments, _ console: Console
  ) throws -> ServeSettings {
    let (settings, warnings) = try ServeSettings.resolve(arguments)
    for warning in warnings { console.error("pyramidion: \(warning)\n") }
    return settings
  }
}
