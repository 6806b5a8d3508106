package import ByteText
import ImageRequest
import Posix
import S3Wire
import TileService

/// One thing that can be decided about `serve`: a row of ``SettingTable``.
///
/// Its one name becomes a flag (`--max-fields`), a variable (`PYRAMIDION_MAX_FIELDS`) and a key of
/// the configuration file (`maxFields`).
package struct Setting: Sendable {
  /// What a setting can be.
  package enum Shape: Equatable, Sendable {
    case truth
    case number(ClosedRange<Int>, unit: String)
    case choice([String])
    case text(String)
    case file
    case folder
    /// Addresses; with commas between them where there is only one text.
    case addresses
    /// What is mounted beside the folder, each `NAME=ADDRESS`; a flag may be given several times.
    case mounts
    /// What clients see in front of our paths.
    case publicAddress
    case permissions
  }

  package enum Value: Equatable, Sendable {
    case truth(Bool)
    case number(Int)
    case text(String)
    case texts([String])
  }

  /// Words with dashes between them.
  package let name: String
  package let shape: Shape
  package let explanation: String
  /// What holds when nobody says anything; nil when that depends on the machine or is nothing.
  package let standard: Value?
  /// What help says of the default; by itself it is `standard`.
  package let standardText: String?
  /// Below which heading of the configuration file it stands.
  package let group: String
  /// Where it is kept.
  let place: Place
  /// Whether a running server can change it on SIGHUP; otherwise that takes a restart.
  package private(set) var isReloadable = false
  let apply: @Sendable (Value, inout ServeSettings) -> Void

  /// Where settings keep a value, whatever its type.
  struct Place: Sendable {
    /// The value as people write it.
    let text: @Sendable (ServeSettings) -> String
    /// Takes the value of the first settings over into the second.
    let copy: @Sendable (ServeSettings, inout ServeSettings) -> Void

    init<Value>(_ path: any Path<Value>, _ text: @escaping @Sendable (Value) -> String) {
      self.text = { text($0[keyPath: path]) }
      copy = { $1[keyPath: path] = $0[keyPath: path] }
    }
  }

  /// - Returns: the same row, of what a running server can change.
  func reloadable() -> Setting {
    var row = self
    row.isReloadable = true
    return row
  }

  package var variable: String {
    "PYRAMIDION_" + name.replacing("-", with: "_").uppercased()
  }

  package var key: String {
    let words = name.split(separator: "-")
    return words.dropFirst().reduce(into: String(words.first ?? "")) { key, word in
      key += word == "url" ? "URL" : word.prefix(1).uppercased() + word.dropFirst()
    }
  }

  package var flag: Flag {
    let value: Flag.Value =
      switch shape {
      case .truth: .truth
      case .number(_, let unit): .text(unit)
      case .choice(let words): .choice(words)
      case .text(let word): .text(word)
      case .addresses: .text("ADDRESS")
      case .mounts: .text("NAME=ADDRESS")
      case .publicAddress: .text("URL")
      case .permissions: .text("MODE")
      case .file: .file
      case .folder: .folder
      }
    return Flag(
      name, value, default: standardText, isRepeatable: shape == .mounts, explanation)
  }

  /// Why a value can't be what was given, to stand behind the setting's name.
  package struct Unfit: Error, Equatable {
    package let reason: String
  }

  /// Reads the value of a flag or a variable.
  package func value(of text: String) throws(Unfit) -> Value {
    switch shape {
    case .truth:
      switch text.lowercased() {
      case "", "true", "yes", "on", "1": return .truth(true)
      case "false", "no", "off", "0": return .truth(false)
      default: throw Unfit(reason: "'\(text)' is neither true nor false")
      }
    case .number:
      guard let first = text.utf8.first, (0x30...0x39).contains(first),
        let number = DecimalText.whole(text[...])
      else { throw notANumber("'\(text)'") }
      return try fitting(.number(Int(number)))
    case .addresses:
      return try fitting(.texts(text.split(separator: ",").map(String.init)))
    case .mounts:
      // No address has a blank in it.
      return try fitting(.texts(text.split { $0 == " " || $0 == "\n" }.map(String.init)))
    case .choice, .text, .file, .folder, .publicAddress, .permissions:
      return try fitting(.text(text))
    }
  }

  /// Reads a value of the configuration file.
  package func value(of given: JSON5Value) throws(Unfit) -> Value {
    switch shape {
    case .truth:
      guard case .truth(let value) = given else {
        throw Unfit(reason: "\(given) is neither true nor false")
      }
      return .truth(value)
    case .number:
      if case .text = given { throw Unfit(reason: "\(given) is a text; a number has no quotes") }
      guard case .number(let text) = given else { throw notANumber("\(given)") }
      guard let number = JSON5Value.integer(text) else { throw notANumber(text) }
      return try fitting(.number(number))
    case .addresses, .mounts:
      guard case .list(let members) = given else { return try value(of: text(in: given)) }
      var texts: [String] = []
      for member in members { texts.append(try text(in: member.value)) }
      return try fitting(.texts(texts))
    case .choice, .permissions:
      // A choice among numbers, like a tile's side, may be written as one.
      if case .number(let text) = given { return try fitting(.text(text)) }
      return try fitting(.text(text(in: given)))
    case .text, .file, .folder, .publicAddress:
      return try fitting(.text(text(in: given)))
    }
  }

  private func text(in given: JSON5Value) throws(Unfit) -> String {
    guard case .text(let text) = given else {
      throw Unfit(reason: "\(given) is not a text in quotes")
    }
    return text
  }

  /// The value itself, when it lies within the setting's bounds.
  private func fitting(_ value: Value) throws(Unfit) -> Value {
    switch value {
    case .truth: break
    case .number(let number):
      guard case .number(let bounds, _) = shape, bounds.contains(number) else {
        throw notANumber("'\(number)'")
      }
    case .texts(let texts) where shape == .mounts:
      do throws(MountPlace.Unfit) {
        var names: Set<String> = []
        for text in texts {
          let mount = try MountPlace(parsing: text)
          guard names.insert(mount.name).inserted else {
            throw MountPlace.Unfit(reason: "'\(mount.name)' is mounted twice")
          }
        }
      } catch {
        throw Unfit(reason: error.reason)
      }
    case .texts(let texts):
      guard !texts.isEmpty else { throw Unfit(reason: "needs an address") }
      for text in texts {
        do throws(SocketAddress.Malformed) {
          _ = try SocketAddress(parsing: text)
        } catch {
          throw Unfit(reason: "\(error)")
        }
      }
    case .text(let text): try check(text)
    }
    return value
  }

  private func check(_ text: String) throws(Unfit) {
    switch shape {
    case .choice(let words):
      guard words.contains(text) else {
        throw Unfit(reason: "'\(text)' is not one of \(words.joined(separator: ", "))")
      }
    case .publicAddress:
      do throws(PublicAddress.Malformed) {
        _ = try PublicAddress(parsing: text)
      } catch {
        throw Unfit(reason: "'\(text)' \(error.reason)")
      }
    case .permissions:
      guard FilePermissions(text) != nil else {
        throw Unfit(reason: "'\(text)' is not three octal digits, as 660")
      }
    case .folder where EngineAddress.isMeant(by: text) && name == SettingTable.folder.name:
      do throws(AddressProblem) {
        _ = try EngineAddress(parsing: text)
      } catch {
        throw Unfit(reason: "\(error)")
      }
    case .truth, .number, .text, .file, .folder, .addresses, .mounts:
      guard !text.isEmpty, !text.utf8.contains(0) else { throw Unfit(reason: "is empty") }
    }
  }

  private func notANumber(_ given: String) -> Unfit {
    guard case .number(let bounds, _) = shape else { return Unfit(reason: "\(given)") }
    return Unfit(
      reason: "\(given) is not a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
  }
}
