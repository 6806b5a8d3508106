import Foundation
import ServiceBench
import Testing

/// Numbers out of all proportion are refused at every place where an address has one.
@Suite struct HostileNumbersTests {
  /// What strangers try.
  enum Kind: CaseIterable {
    case negative, power31, power32, belowPower63, power63, power64, googol
    case thousandsOfDigits, tensOfThousandsOfDigits, zeros, fraction, notANumber, lowNotANumber
    case infinite, negativeInfinite, infinity, exponent, overflowingExponent, hexadecimal, empty
    case plus, fullWidth, bareFullWidth, arabic, spaceBefore, tabBehind, twoDots, twoSigns
    case underscore, nul, quotient

    var text: String {
      switch self {
      case .negative: "-1"
      case .power31: "2147483648"
      case .power32: "4294967296"
      case .belowPower63: "9223372036854775807"
      case .power63: "9223372036854775808"
      case .power64: "18446744073709551616"
      case .googol: "1" + String(repeating: "0", count: 40)
      case .thousandsOfDigits: String(repeating: "7", count: 4000)
      case .tensOfThousandsOfDigits: String(repeating: "7", count: 10_000)
      case .zeros: String(repeating: "0", count: 10_000)
      case .fraction: "0." + String(repeating: "0", count: 3000) + "1"
      case .notANumber: "NaN"
      case .lowNotANumber: "nan"
      case .infinite: "inf"
      case .negativeInfinite: "-inf"
      case .infinity: "Infinity"
      case .exponent: "1e5"
      case .overflowingExponent: "1e400"
      case .hexadecimal: "0x10"
      case .empty: ""
      case .plus: "+1"
      case .fullWidth: "%EF%BC%91%EF%BC%92"
      case .bareFullWidth: "１２"
      case .arabic: "%D9%A1%D9%A2"
      case .spaceBefore: "%201"
      case .tabBehind: "1%09"
      case .twoDots: "1.2.3"
      case .twoSigns: "--1"
      case .underscore: "1_0"
      case .nul: "1%00"
      case .quotient: "2048/3"
      }
    }
  }

  /// An address with a number left open, in braces.
  struct Place: CustomTestStringConvertible {
    let address: String
    /// The numbers that mean something there.
    var sound: Set<Kind> = []
    /// What these then mean: as much as the image has.
    var meaning: String?

    var testDescription: String { address }
  }

  private static let whole: Set<Kind> = [.power31, .power32, .belowPower63, .power63, .power64]
  private static let signed: Set<Kind> = [.negative, .plus, .power31, .power32, .exponent]

  static let tiles =
    [
      "/images/a.jpg/tiles/0/{}_0.jpg", "/images/a.jpg/tiles/0/0_{}.jpg", "/images/a.jpg;{}",
      "/images/a.jpg;{}/tiles/0/0_0.jpg", "/dzi/a.jpg_files/{}/0_0.jpg",
      "/dzi/a.jpg_files/10/{}_0.jpg", "/dzi/a.jpg_files/10/0_{}.jpg",
      "/zoomify/a.jpg/TileGroup{}/0-0-0.jpg", "/zoomify/a.jpg/TileGroup0/{}-0-0.jpg",
      "/zoomify/a.jpg/TileGroup0/0-{}-0.jpg", "/zoomify/a.jpg/TileGroup0/0-0-{}.jpg",
      "/xyz/a.jpg/{}/0/0.jpg", "/xyz/a.jpg/0/{}/0.jpg", "/xyz/a.jpg/0/0/{}.jpg",
      "/images?limit={}",
    ].map { Place(address: $0) } + [
      Place(address: "/images/a.jpg/tiles/{}/0_0.jpg", sound: [.negative]),
      Place(address: "/images?cursor={}", sound: [.empty]),
    ]

  static let pictures = [2, 3].flatMap { version in
    func place(
      _ region: String, _ size: String, _ turn: String = "0", _ sound: Set<Kind> = [],
      as meaning: (String, String)? = nil
    ) -> Place {
      func address(_ region: String, _ size: String) -> String {
        "/iiif/\(version)/a.jpg/\(region)/\(size)/\(turn)/default.jpg"
      }
      return Place(
        address: address(region, size), sound: sound,
        meaning: meaning.map { address($0.0, $0.1) })
    }
    let part = "0,0,64,64"
    var places = ["{},0,64,64", "0,{},64,64", "pct:{},0,10,10", "pct:0,{},10,10"].map {
      place($0, "max")
    }
    for (region, most) in [
      ("0,0,{},64", "0,0,700,64"), ("0,0,64,{}", "0,0,64,500"),
      ("pct:0,0,{},10", "pct:0,0,100,10"), ("pct:0,0,10,{}", "pct:0,0,10,100"),
    ] {
      // Shares may have exponents, counts of pixels not.
      let sound = region.hasPrefix("pct:") ? whole.union([.exponent]) : whole
      places.append(place(region, "max", "0", sound, as: (most, "max")))
    }
    for enlarging in version == 3 ? ["", "^"] : [""] {
      places += ["{},", ",{}", "pct:{}"].map { place(part, enlarging + $0) }
      // With one side left out the other one gives the size.
      places += ["{},64", "64,{}"].map {
        place(part, enlarging + $0, "0", [.empty], as: (part, "max"))
      }
      places += ["!{},64", "!64,{}"].map {
        place(part, enlarging + $0, "0", whole, as: (part, "max"))
      }
    }
    places += ["{}", "!{}"].map { place(part, "max", $0) }
    return places + [Place(address: "/iiif/\(version)/a.jpg;{}/info.json")]
  }

  static let views = ["viewport", "viewport/tiles"].flatMap { call in
    let address = "/images/a.jpg/\(call)?bounds="
    let sized: Set<Kind> = [.power31, .plus, .exponent]
    var places = ["{},200", "300,{}"].map { Place(address: address + $0, sound: sized) }
    for (question, sound) in [
      ("zoom={}", [.plus]), ("dpr={}", [.plus]), ("minimumZoom={}", [.plus]),
      ("maximumZoom={}", [.plus]), ("prefetch={}", [.plus]), ("levelsOfDetail={}", [.plus]),
      ("levelsOfDetail=3&levelsOfDetailBias={}", [.plus]), ("zoom=1&offset={},0", signed),
      ("zoom=1&offset=0,{}", signed), ("zoom=1&center={},0", signed),
      ("zoom=1&center=0,{}", signed), ("rect={},0,64,64", [.negative, .plus]),
      ("rect=0,{},64,64", [.negative, .plus]), ("rect=0,0,{},64", sized),
      ("rect=0,0,64,{}", sized), ("inset={},0,0,0", signed.subtracting([.power32])),
      ("inset=0,{},0,0", signed.subtracting([.power32])),
      ("inset=0,0,{},0", signed.subtracting([.power32])),
      ("inset=0,0,0,{}", signed.subtracting([.power32])),
    ] as [(String, Set<Kind>)] {
      places.append(Place(address: address + "300,200&" + question, sound: sound))
    }
    return places
  }

  @Test(arguments: [("tiles", tiles), ("pictures", pictures), ("views", views)])
  func `numbers out of all proportion are refused at every place`(
    kind: String, places: [Place]
  ) throws {
    let folder = try HostileFolder()
    for place in places {
      for number in Kind.allCases {
        let target = place.address.replacing("{}", with: number.text).utf8
        let answer = try folder.get(target)
        guard place.sound.contains(number) else {
          folder.checkRefused(answer, target, statuses: [400, 404, 414, 431])
          continue
        }
        #expect(answer.status == 200, "\(place.address), \(number): \(answer.text.prefix(300))")
        folder.checkSilence(answer, target)
        guard let meaning = place.meaning else { continue }
        #expect(try folder.get(meaning.utf8).body == answer.body, "\(place.address), \(number)")
      }
    }
    try folder.checkAlive()
  }
}
