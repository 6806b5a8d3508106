import Posix
import Testing

@testable import CutJobs

@Suite struct ShardTests {
  @Test func `every image is of exactly one part`() throws {
    let shards = try (0..<3).map { try #require(Shard("\($0)/3")) }
    var counts = [0, 0, 0]
    for number in 0..<300 {
      let path = try #require(FilePath("/scans/\(number).tif"))
      let holding = shards.indices.filter { shards[$0].holds(path) }
      #expect(holding.count == 1)
      for index in holding { counts[index] += 1 }
      #expect(Shard.all.holds(path))
    }
    #expect(counts.allSatisfy { $0 > 60 })
  }

  @Test(arguments: ["", "1", "3/3", "-1/3", "0/0", "1/2/3", "a/b", "0/65537", "/", "0/ 3"])
  func `what is no part is none`(_ text: String) { #expect(Shard(text) == nil) }
}
