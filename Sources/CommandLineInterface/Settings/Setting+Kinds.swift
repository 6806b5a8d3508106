import CutQueue
import Posix
import TileService

/// The kinds of rows; each takes its default from ``ServeSettings`` itself.
extension Setting {
  typealias Path<Value> = WritableKeyPath<ServeSettings, Value> & Sendable

  static func truth(
    _ name: String, _ path: any Path<Bool>, in group: String, _ explanation: String
  ) -> Setting {
    let standard = ServeSettings()[keyPath: path]
    return Setting(
      name: name, shape: .truth, explanation: explanation, standard: .truth(standard),
      standardText: nil, group: group, place: Place(path) { String($0) }
    ) { value, settings in
      if case .truth(let truth) = value { settings[keyPath: path] = truth }
    }
  }

  static func number(
    _ name: String, _ bounds: ClosedRange<Int>, unit: String = "N", _ path: any Path<Int>,
    in group: String, _ explanation: String
  ) -> Setting {
    let standard = ServeSettings()[keyPath: path]
    return Setting(
      name: name, shape: .number(bounds, unit: unit), explanation: explanation,
      standard: .number(standard), standardText: String(standard), group: group,
      place: Place(path) { String($0) }
    ) { value, settings in
      if case .number(let number) = value { settings[keyPath: path] = number }
    }
  }

  /// A number that is kept in another unit than it is given in.
  static func number<Kept: Sendable>(
    _ name: String, _ bounds: ClosedRange<Int>, unit: String = "N", _ path: any Path<Kept>,
    as scale: Scale<Kept>, in group: String, _ explanation: String
  ) -> Setting {
    let standard = scale.given(ServeSettings()[keyPath: path])
    return Setting(
      name: name, shape: .number(bounds, unit: unit), explanation: explanation,
      standard: .number(standard), standardText: String(standard), group: group,
      place: Place(path) { String(scale.given($0)) }
    ) { value, settings in
      if case .number(let number) = value { settings[keyPath: path] = scale.kept(number) }
    }
  }

  /// A number whose default the machine or another part of the program decides.
  static func number(
    _ name: String, _ bounds: ClosedRange<Int>, unit: String = "N", _ path: any Path<Int?>,
    as scale: Scale<Int> = .plain, otherwise: String, in group: String, _ explanation: String
  ) -> Setting {
    Setting(
      name: name, shape: .number(bounds, unit: unit), explanation: explanation, standard: nil,
      standardText: otherwise, group: group,
      place: Place(path) { $0.map { String($0) } ?? otherwise }
    ) { value, settings in
      if case .number(let number) = value { settings[keyPath: path] = scale.kept(number) }
    }
  }

  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: any Path<Choice>, in group: String, _ explanation: String
  ) -> Setting {
    choice(name, Array(Choice.allCases), \.rawValue, path, in: group, explanation)
  }

  /// One of several values that each have a name.
  static func choice<Choice: Sendable>(
    _ name: String, _ choices: [Choice], _ text: any KeyPath<Choice, String> & Sendable,
    _ path: any Path<Choice>, in group: String, _ explanation: String
  ) -> Setting {
    let standard = ServeSettings()[keyPath: path][keyPath: text]
    return Setting(
      name: name, shape: .choice(choices.map { $0[keyPath: text] }), explanation: explanation,
      standard: .text(standard), standardText: standard, group: group,
      place: Place(path) { $0[keyPath: text] }
    ) { value, settings in
      if case .text(let word) = value,
        let choice = choices.first(where: { $0[keyPath: text] == word })
      {
        settings[keyPath: path] = choice
      }
    }
  }

  static func text(
    _ name: String, _ shape: Shape, _ path: any Path<String?>, otherwise: String, in group: String,
    _ explanation: String
  ) -> Setting {
    Setting(
      name: name, shape: shape, explanation: explanation, standard: nil, standardText: otherwise,
      group: group, place: Place(path) { $0 ?? otherwise }
    ) { value, settings in
      if case .text(let text) = value { settings[keyPath: path] = text }
    }
  }

  /// The address of a database, which is shown without its password.
  static func queue(
    _ name: String, _ path: any Path<String?>, otherwise: String, in group: String,
    _ explanation: String
  ) -> Setting {
    Setting(
      name: name, shape: .text("ADDRESS"), explanation: explanation, standard: nil,
      standardText: otherwise, group: group,
      place: Place(path) { text in
        guard let text else { return otherwise }
        // What can't be read may hold a password, too.
        let address = try? QueueAddress(parsing: text)
        return address.map { "\($0)" } ?? (text.contains("/") ? "***" : text)
      }
    ) { value, settings in
      if case .text(let text) = value { settings[keyPath: path] = text }
    }
  }

  /// A folder whose default depends on where the program is started.
  static func folder(
    _ name: String, _ path: any Path<String>, otherwise: String, in group: String,
    _ explanation: String
  ) -> Setting {
    Setting(
      name: name, shape: .folder, explanation: explanation, standard: nil,
      standardText: otherwise, group: group, place: Place(path) { $0 }
    ) { value, settings in
      if case .text(let text) = value { settings[keyPath: path] = text }
    }
  }

  static func publicAddress(
    _ name: String, _ path: any Path<PublicAddress?>, otherwise: String, in group: String,
    _ explanation: String
  ) -> Setting {
    Setting(
      name: name, shape: .publicAddress, explanation: explanation, standard: nil,
      standardText: otherwise, group: group, place: Place(path) { $0?.text ?? otherwise }
    ) { value, settings in
      if case .text(let text) = value {
        settings[keyPath: path] = try? PublicAddress(parsing: text)
      }
    }
  }

  static func permissions(
    _ name: String, _ path: any Path<FilePermissions>, in group: String, _ explanation: String
  ) -> Setting {
    let standard = ServeSettings()[keyPath: path].description
    return Setting(
      name: name, shape: .permissions, explanation: explanation, standard: .text(standard),
      standardText: standard, group: group, place: Place(path) { $0.description }
    ) { value, settings in
      if case .text(let text) = value, let permissions = FilePermissions(text) {
        settings[keyPath: path] = permissions
      }
    }
  }

  static func addresses(
    _ name: String, _ path: any Path<[SocketAddress]>, in group: String, _ explanation: String
  ) -> Setting {
    let standard = ServeSettings()[keyPath: path].map(\.description)
    return Setting(
      name: name, shape: .addresses, explanation: explanation, standard: .texts(standard),
      standardText: standard.joined(separator: ","), group: group,
      place: Place(path) { $0.map(\.description).joined(separator: ",") }
    ) { value, settings in
      guard case .texts(let texts) = value else { return }
      settings[keyPath: path] = texts.compactMap { try? SocketAddress(parsing: $0) }
    }
  }

  static func mounts(
    _ name: String, _ path: any Path<[MountPlace]>, in group: String, _ explanation: String
  ) -> Setting {
    Setting(
      name: name, shape: .mounts, explanation: explanation, standard: .texts([]),
      standardText: nil, group: group,
      place: Place(path) { $0.map(\.text).joined(separator: " ") }
    ) { value, settings in
      guard case .texts(let texts) = value else { return }
      settings[keyPath: path] = texts.compactMap { try? MountPlace(parsing: $0) }
    }
  }
}
