import Foundation
import Posix
import ServiceBench
import Testing

/// A folder that holds one image, and much that leads out of it or is none; served.
struct HostileFolder {
  private let outside: ImageFolder
  let bench: ServiceBench

  init() throws {
    outside = try ImageFolder()
    for name in ["a.jpg", "folder/b.jpg", "folder.jpg/c.jpg", ".hidden.jpg"] {
      try outside.put(copyOf: "color.tif", as: "root/\(name)")
    }
    try outside.put("secret.jpg")
    let root = outside.path + "/root"
    for (name, target) in [
      ("inside.jpg", "a.jpg"), ("outside.jpg", "../secret.jpg"),
      ("absolute.jpg", outside.path + "/secret.jpg"), ("up", ".."), ("loop.jpg", "loop.jpg"),
      ("gone.jpg", "nowhere.jpg"), ("descriptors", "/proc/self/fd"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(root)/\(name)", withDestinationPath: target)
    }
    try #require(unsafe mkfifo(root + "/pipe.jpg", 0o600) == 0)
    bench = try ServiceBench(root)
    try #require(bench.get("/images/a.jpg")?.status == 200)
  }

  /// Every route in which an image's name stands.
  static let routes = [
    "/images/{}", "/images/{}/tiles/0/0_0.jpg", "/images/{}/viewport?bounds=300,200",
    "/images/{}/viewport/tiles?bounds=300,200", "/iiif/3/{}", "/iiif/3/{}/info.json",
    "/iiif/2/{}/full/max/0/default.jpg", "/dzi/{}.dzi", "/dzi/{}_files/0/0_0.jpg",
    "/zoomify/{}/ImageProperties.xml", "/zoomify/{}/TileGroup0/0-0-0.jpg", "/xyz/{}.json",
    "/xyz/{}/0/0/0.jpg", "/view/{}", "/embed/{}",
  ]

  /// Those of them in which pictures alone may be named, and no albums.
  static let pictureRoutes = routes[1..<13]

  static let refusals: Set<Int> = [400, 404, 414, 415, 431]

  func get(_ target: some Collection<UInt8>, _ lines: String...) throws -> BenchAnswer {
    let head = lines.map { "\r\n\($0)" }.joined()
    return try #require(
      bench.answer(
        to: Array("GET ".utf8) + target + Array(" HTTP/1.1\r\nHost: bench\(head)\r\n\r\n".utf8)))
  }

  func checkRefused(
    _ answer: BenchAnswer, _ target: some Collection<UInt8>,
    statuses: Set<Int> = HostileFolder.refusals
  ) {
    #expect(statuses.contains(answer.status), "\(Self.shown(target)): \(answer.text.prefix(300))")
    checkSilence(answer, target)
  }

  /// Nothing that is said tells where things lie.
  func checkSilence(_ answer: BenchAnswer, _ target: some Collection<UInt8>) {
    let temporary = FileManager.default.temporaryDirectory.path + "/"
    let said = answer.head.joined(separator: "\n") + answer.text
    for place in [temporary, "/proc/self", "/root/", "/home/"] {
      #expect(!said.contains(place), "\(Self.shown(target))")
    }
  }

  func checkAlive() throws {
    #expect(try get("/images/a.jpg/tiles/0/0_0.jpg".utf8).status == 200)
  }

  private static func shown(_ target: some Collection<UInt8>) -> String {
    String(decoding: target.prefix(200), as: UTF8.self)
  }
}
