/// What becomes of a running server's settings when they are read anew.
extension ServeSettings {
  package struct Reload: Sendable {
    /// What is in force from now on: what can change without a restart has changed.
    package var settings: ServeSettings
    /// A sentence for each setting that is not as it was.
    package var sentences: [String] = []
  }

  /// Goes over to settings that were read anew, as far as a running server can.
  ///
  /// - Parameter fresh: as they were read.
  /// - Returns: the settings in force, and what is to be said.
  package func reloaded(as fresh: ServeSettings) -> Reload {
    var reload = Reload(settings: self)
    for setting in SettingTable.all {
      let (before, after) = (setting.place.text(self), setting.place.text(fresh))
      guard before != after else { continue }
      if setting.isReloadable {
        setting.place.copy(fresh, &reload.settings)
        reload.sentences.append("\(setting.name) is \(after) now, it was \(before)")
      } else {
        reload.sentences.append(
          "\(setting.name) is to be \(after): that takes a restart, and it is \(before) until then")
      }
    }
    if reload.sentences.isEmpty { reload.sentences.append("no setting has changed") }
    return reload
  }
}
