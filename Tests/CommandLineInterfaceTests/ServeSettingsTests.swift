import ByteText
import CommandLineInterface
import Foundation
import HTTPServer
import HTTPWire
import Posix
import PyramidFormat
import Sources
import Testing
import TileService

/// What an administrator says, wherever it is said, and what comes of it.
@Suite struct ServeSettingsTests {
  static func resolve(
    _ words: [String] = [], environment: [String: String] = [:], file: String? = nil
  ) throws -> (settings: ServeSettings, warnings: [String]) {
    let place = file == nil ? [] : ["--config", "/etc/images/server.json5"]
    return try ServeSettings.resolve(
      try ParsedArguments(command: .serve, words: place + words),
      in: .init(environment: ["HOME": "/home/ann"].merging(environment) { $1 }) { _ in file ?? "" })
  }

  static func message(
    _ words: [String] = [], environment: [String: String] = [:], file: String? = nil
  ) -> String? {
    do {
      _ = try resolve(words, environment: environment, file: file)
      return nil
    } catch let error as UsageError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  @Test func `a running server takes what it can, and says of the rest what it takes`() throws {
    let before = try Self.resolve(file: "{ maxAge: 60, queue: 5, headTimeout: 3 }").settings
    let fresh = try Self.resolve(file: "{ maxAge: 9, queue: 6, accessLog: 'a.log' }").settings
    let reload = before.reloaded(as: fresh)
    #expect(reload.settings.service.cacheSeconds == 9)
    #expect(reload.settings.server.headDeadline == .seconds(15))
    #expect(reload.settings.service.queueLimit == 5)
    #expect(reload.settings.accessLog == "/etc/images/a.log")
    #expect(
      reload.sentences == [
        "max-age is 9 now, it was 60",
        "queue is to be 6: that takes a restart, and it is 5 until then",
        "head-timeout is 15 now, it was 3",
        "access-log is /etc/images/a.log now, it was none",
      ])
    #expect(reload.settings.reloaded(as: reload.settings).sentences == ["no setting has changed"])
  }

  @Test func `what a reload takes is what the settings in force then have`() throws {
    let reloadable = SettingTable.all.filter(\.isReloadable).map(\.name)
    #expect(reloadable.contains("max-age") && reloadable.contains("access-log"))
    #expect(!reloadable.contains("store") && !reloadable.contains("quality"))
  }

  @Test func `flags win over variables, variables over the file, the file over the defaults`()
    throws
  {
    let file = "{ queue: 1, workers: 2, maxFields: 3 }"
    let environment = ["PYRAMIDION_QUEUE": "10", "PYRAMIDION_WORKERS": "20"]
    let settings = try Self.resolve(["--queue=100"], environment: environment, file: file).settings
    #expect(settings.service.queueLimit == 100)
    #expect(settings.workers == 20)
    #expect(settings.server.limits.fields == 3)
    #expect(settings.service.answerCacheBytes == 64 << 20)
  }

  @Test func `the folder is an operand, a variable or a key`() throws {
    let file = "{ folder: 'scans' }"
    let environment = ["PYRAMIDION_FOLDER": "/srv"]
    #expect(try Self.resolve().settings.folder == ".")
    #expect(try Self.resolve(file: file).settings.folder == "/etc/images/scans")
    #expect(try Self.resolve(environment: environment, file: file).settings.folder == "/srv")
    #expect(try Self.resolve(["here"], environment: environment).settings.folder == "here")
  }

  @Test func `paths in the file start from its folder, and a dash is no path`() throws {
    let settings = try Self.resolve(file: "{store: '../store', accessLog: '-'}").settings
    #expect(settings.store == "/etc/images/../store")
    #expect(settings.accessLog == "-")
    #expect(try Self.resolve(file: "{store: '/store'}").settings.store == "/store")
  }

  @Test(
    arguments: [
      (["HOME": "/home/ann"], "/home/ann/.cache/pyramidion"),
      (["HOME": "/home/ann", "XDG_CACHE_HOME": "/big"], "/big/pyramidion"),
      (["HOME": "/home/ann", "XDG_CACHE_HOME": "big"], "/home/ann/.cache/pyramidion"),
      (["HOME": "/"], "/.cache/pyramidion"), (["HOME": ""], nil), ([:], nil),
    ] as [([String: String], String?)])
  func `the store lies with what can be made again`(
    environment: [String: String], place: String?
  ) {
    #expect(StorePlace.standard(in: environment) == place)
  }

  @Test func `switches can be turned on and off everywhere`() throws {
    let file = "{ trustForwarded: true, quiet: true, negotiate: true }"
    let settings = try Self.resolve(
      ["--quiet=false", "--keep-profile"], environment: ["PYRAMIDION_NEGOTIATE": "no"], file: file
    ).settings
    #expect(
      settings.service.trustsForwarded && !settings.isQuiet && !settings.service.negotiatesFormat)
    #expect(settings.service.cutRules.recipe.keepsProfile)
  }

  @Test func `addresses are a list, or a text with commas`() throws {
    let file = try Self.resolve(file: "{listen: ['127.0.0.1:1', 'unix:/run/a']}").settings
    #expect(file.server.addresses.map(\.description) == ["127.0.0.1:1", "unix:/run/a"])
    let flag = try Self.resolve(["--listen", "127.0.0.1:1,[::1]:2"]).settings
    #expect(flag.server.addresses.map(\.description) == ["127.0.0.1:1", "[::1]:2"])
  }

  @Test(
    arguments: [
      ("{\n  // ports\n  lisen: 'a',\n}", "3: 'lisen' is not a setting; did you mean 'listen'?"),
      ("{ 'zzzzzzzz': 1 }", "1: 'zzzzzzzz' is not a setting"),
      ("{\nqueue:\n  'many' }", "3: queue: 'many' is a text; a number has no quotes"),
      ("{ queue: \"85\" }", "1: queue: '85' is a text; a number has no quotes"),
      ("{ queue: 1.5 }", "1: queue: 1.5 is not a whole number from 1 to 1000000"),
      ("{ queue: 1e-1 }", "1: queue: 1e-1 is not a whole number from 1 to 1000000"),
      ("{ queue: NaN }", "1: queue: NaN is not a whole number from 1 to 1000000"),
      ("{ queue: 0 }", "1: queue: '0' is not a whole number from 1 to 1000000"),
      (
        "{ queue: 99999999999999999999999 }",
        "1: queue: 99999999999999999999999 is not a whole number from 1 to 1000000"
      ),
      ("{ quiet: 1 }", "1: quiet: 1 is neither true nor false"),
      ("{ logFormat: 'xml' }", "1: logFormat: 'xml' is not one of combined, json"),
      ("{ store: 7 }", "1: store: 7 is not a text in quotes"),
      ("{ store: {} }", "1: store: an object is not a text in quotes"),
      ("{ store: '' }", "1: store: is empty"),
      ("{ socketMode: 999 }", "1: socketMode: '999' is not three octal digits, as 660"),
      (
        "{ publicURL: 'x.org' }",
        "1: publicURL: 'x.org' does not begin with http:// or https://, as"
          + " https://images.example.org/tiles does"
      ),
      ("{ listen: [1] }", "1: listen: 1 is not a text in quotes"),
      ("{ listen: [] }", "1: listen: needs an address"),
      ("{ queue: 1,\n queue: 2 }", "2: 'queue' stands in line 1 already"),
      ("[]", "1: settings stand between { and }"),
      ("", "1: the text ends where a value should be"),
    ])
  func `a slip in the file is named with its line`(file: String, message: String) {
    #expect(Self.message(file: file) == "/etc/images/server.json5:\(message)")
  }

  @Test func `whole numbers may have an exponent, everywhere`() throws {
    #expect(JSON5Value.integer("5e9") == 5_000_000_000)
    #expect(Self.message(file: "{maxPixels: 5e9}") == nil)
    #expect(try Self.resolve(file: "{queue: 1.5E3}").settings.service.queueLimit == 1500)
    #expect(try Self.resolve(["--queue", "1e3"]).settings.service.queueLimit == 1000)
  }

  @Test func `it is known where a setting was said`() throws {
    let origins = try Self.resolve(
      ["--queue", "2"], environment: ["PYRAMIDION_STORE": "/s"], file: "{\nsandboxUser: 'ann'}"
    ).settings.origins
    #expect(
      origins == [
        "queue": "--queue", "store": "PYRAMIDION_STORE",
        "sandbox-user": "/etc/images/server.json5:2: sandboxUser",
      ])
  }

  @Test func `slips in flags and variables are named`() {
    #expect(Self.message(["--loops", "0"]) == "--loops '0' is not a whole number from 1 to 256")
    #expect(Self.message(["--loops", "+1"]) == "--loops '+1' is not a whole number from 1 to 256")
    #expect(
      Self.message(environment: ["PYRAMIDION_LOOPS": "x"])
        == "PYRAMIDION_LOOPS: 'x' is not a whole number from 1 to 256")
    #expect(
      Self.message(["--quiet=perhaps"]) == "--quiet 'perhaps' is neither true nor false")
    #expect(
      Self.message(["--listen", "127.0.0.1"])
        == "--listen '127.0.0.1' is no address to listen on: a port is missing, as in"
        + " 127.0.0.1:8080")
    for (flag, value, words) in [
      ("listen", "18080", "an address is missing before the port"),
      ("listen", "nowhere", "'nowhere' is no address"),
      ("public-url", "https://x.org/a b", "--public-url 'https://x.org/a b' has a path"),
      ("public-url", "x.org", "--public-url 'x.org' does not begin with http://"),
      ("socket-mode", "999", "--socket-mode '999' is not three octal digits"),
      ("idle-timeout", "1e9", "--idle-timeout"),
      ("max-fields", "0", "--max-fields '0' is not a whole number from 1 to 10000"),
    ] {
      #expect(Self.message(["--\(flag)", value])?.contains(words) == true, "\(flag) \(value)")
    }
  }

  @Test func `a variable that is nearly one of ours is mentioned, others are left alone`() throws {
    let environment = ["PYRAMIDION_LISEN": "x", "PYRAMIDION_BINARY": "x", "LISTEN": "x"]
    let warnings = try Self.resolve(environment: environment).warnings
    #expect(warnings == ["PYRAMIDION_LISEN is not a setting; did you mean PYRAMIDION_LISTEN?"])
  }

  @Test func `names, variables and keys say the same`() {
    let setting = SettingTable.all.first { $0.name == "max-head-bytes" }
    #expect(setting?.variable == "PYRAMIDION_MAX_HEAD_BYTES")
    #expect(setting?.key == "maxHeadBytes")
    #expect(SettingTable.setting(key: "publicURL")?.name == "public-url")
    #expect(Set(SettingTable.all.map(\.key)).count == SettingTable.all.count)
  }

  // MARK: the file that comes with the program

  static let shipped = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../config/pyramidion.json5").standardized

  /// Refreshed by `pyramidion help --configuration > config/pyramidion.json5`.
  @Test func `config/pyramidion.json5 is what the program prints`() throws {
    #expect(try String(contentsOf: Self.shipped, encoding: .utf8) == ConfigurationText.text)
  }

  @Test func `it lists every setting, each with the program's own default`() throws {
    let text = try String(contentsOf: Self.shipped, encoding: .utf8)
    guard case .object(let members) = try JSON5Scanner.value(of: text) else {
      Issue.record("not an object")
      return
    }
    #expect(members.map(\.key) == SettingTable.all.map(\.key))
    for member in members {
      let setting = try #require(SettingTable.setting(key: member.key))
      guard let standard = setting.standard else {
        #expect(member.value == .null, "\(member.key)")
        continue
      }
      #expect(try setting.value(of: member.value) == standard, "\(member.key)")
    }
    var with = try Self.resolve(file: text).settings
    with.origins = [:]
    var without = ServeSettings()
    without.store = with.store
    without.copies = with.copies
    #expect("\(with)" == "\(without)")
  }
}
