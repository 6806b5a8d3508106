/// A configuration file with every setting and its default, made from the table of settings.
package enum ConfigurationText {
  package static var text: String {
    var text = """
      // Settings of `pyramidion serve --config FILE`, each with its default: what is left out, or is
      // null, keeps it. A flag (--max-fields) wins over its variable (PYRAMIDION_MAX_FIELDS), and that
      // over this file. Relative paths start from the folder that the file lies in.
      {

      """
    var group = ""
    for setting in SettingTable.all {
      if setting.group != group {
        group = setting.group
        text += "\n  // \(group)\n"
      }
      text += "\n"
      for line in HelpText.wrapped(explanation(of: setting), width: 92) { text += "  // \(line)\n" }
      text += "  \(setting.key): \(written(setting.standard)),\n"
    }
    return text + "}\n"
  }

  private static func explanation(of setting: Setting) -> String {
    var text = setting.explanation
    switch setting.shape {
    case .choice(let words): text += " One of \(words.joined(separator: ", "))."
    case .number(let bounds, let unit):
      let name = units[unit].map { " \($0)" } ?? ""
      text += " From \(bounds.lowerBound) to \(bounds.upperBound)\(name)."
    case .truth, .text, .file, .folder, .addresses, .mounts, .publicAddress, .permissions: break
    }
    if setting.standard == nil, let standard = setting.standardText {
      text += " Default: \(standard)."
    }
    return text
  }

  private static let units = [
    "SECONDS": "seconds", "KB": "kilobytes", "MB": "megabytes", "PIXELS": "pixels",
  ]

  private static func written(_ value: Setting.Value?) -> String {
    switch value {
    case nil: "null"
    case .truth(let truth): "\(truth)"
    case .number(let number): "\(number)"
    case .text(let text): quoted(text)
    case .texts(let texts): "[\(texts.map(quoted).joined(separator: ", "))]"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
