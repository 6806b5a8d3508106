import Testing

@testable import Posix

@Suite struct MemoryLimitTests {
  private func limit(_ groups: String, _ files: [String: String]) -> Int? {
    MemoryLimit.ofGroups(groups) { files[$0] }
  }

  @Test func `a group of version two is bound by its own limit and those above it`() {
    let files = [
      "/sys/fs/cgroup/system.slice/a.service/memory.max": "max\n",
      "/sys/fs/cgroup/system.slice/memory.max": "268435456\n",
    ]
    #expect(limit("0::/system.slice/a.service\n", files) == 268_435_456)
    #expect(limit("0::/other.slice\n", files) == nil)
  }

  @Test func `a group of version one has its limit under its controller`() {
    let groups = "9:cpu,cpuacct:/docker/1\n4:memory:/docker/1\n0::/\n"
    let file = "memory.limit_in_bytes"
    #expect(limit(groups, ["/sys/fs/cgroup/memory/docker/1/\(file)": "1048576\n"]) == 1_048_576)
    // A container sees its own group alone, under the path of all.
    #expect(limit(groups, ["/sys/fs/cgroup/memory/\(file)": "2097152\n"]) == 2_097_152)
  }

  @Test func `nonsense is no limit`() {
    #expect(limit("", [:]) == nil)
    #expect(limit("0\n::\n4:memory\n", ["/sys/fs/cgroup/memory.max": "many"]) == nil)
  }

  @Test func `there is a limit`() {
    #expect(MemoryLimit.bytes > 1 << 20)
  }
}
