import FetchRules
import Testing

@Suite struct AddressRulesTests {
  @Test(
    arguments: [
      ("0.0.0.0", .unspecified), ("0.1.2.3", .reserved), ("10.0.0.1", .network),
      ("10.255.255.255", .network), ("100.64.0.1", .shared), ("100.127.255.255", .shared),
      ("127.0.0.1", .loopback), ("127.255.255.254", .loopback), ("169.254.0.1", .link),
      ("169.254.169.254", .metadata), ("169.254.170.2", .metadata), ("172.16.0.1", .network),
      ("172.31.255.255", .network), ("192.0.0.8", .reserved), ("192.0.2.1", .reserved),
      ("192.88.99.1", .reserved), ("192.168.0.1", .network), ("192.168.255.255", .network),
      ("198.18.0.1", .reserved), ("198.19.255.255", .reserved), ("198.51.100.7", .reserved),
      ("203.0.113.7", .reserved), ("224.0.0.1", .group), ("239.255.255.255", .group),
      ("240.0.0.1", .reserved), ("255.255.255.255", .reserved), ("::", .unspecified),
      ("::1", .loopback), ("::7f00:1", .loopback), ("::ffff:127.0.0.1", .loopback),
      ("::ffff:10.0.0.1", .network), ("::ffff:a9fe:a9fe", .metadata), ("::192.168.0.1", .network),
      ("64:ff9b::10.0.0.1", .network), ("64:ff9b:1::1", .reserved), ("100::1", .reserved),
      ("2001::1", .reserved), ("2001:0:4136:e378:8000:63bf:3fff:fdd2", .reserved),
      ("2001:db8::1", .reserved), ("2002:7f00:1::", .loopback), ("2002:c0a8:1::1", .network),
      ("3fff::1", .reserved), ("fc00::1", .network), ("fdff::1", .network),
      ("fd00:ec2::254", .metadata), ("169.254.170.23", .metadata), ("fd00:ec2::23", .metadata),
      ("fd00:ec2::24", .network), ("169.254.170.3", .link), ("fe80::1", .link), ("febf::1", .link),
      ("fec0::1", .network),
      ("ff02::1", .group), ("4000::1", .reserved), ("8000::1", .reserved), ("1::1", .reserved),
    ] as [(String, AddressRules.Kind)])
  func `what is inside of networks is known`(text: String, kind: AddressRules.Kind) throws {
    let address = try #require(IPAddress(text))
    #expect(AddressRules.kind(of: address) == kind)
    #expect(AddressRules(allowsPrivate: false).refusal(of: address) == kind)
  }

  @Test(arguments: [
    "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
    "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
    "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
    "2606:4700::1111", "2a00::1", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2002:101:101::1",
    "2001:4860::8888", "3ffe::1",
  ])
  func `the internet may be spoken to`(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(AddressRules(allowsPrivate: false).refusal(of: address) == nil)
  }

  @Test(arguments: ["127.0.0.1", "10.0.0.1", "::1", "fe80::1", "100.64.0.1"])
  func `an administrator may allow what is private`(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(AddressRules(allowsPrivate: true).refusal(of: address) == nil)
  }

  @Test(arguments: ["169.254.169.254", "fd00:ec2::254", "::ffff:169.254.169.254", "224.0.0.1"])
  func `nobody may allow what hands out keys`(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(AddressRules(allowsPrivate: true).refusal(of: address) != nil)
  }

  @Test func `keys are given out next door alone`() throws {
    for text in [
      "127.0.0.1", "127.9.9.9", "::1", "169.254.170.2", "169.254.170.23", "fd00:ec2::23",
      "::ffff:127.0.0.1",
    ] {
      #expect(AddressRules.isBesideContainer(try #require(IPAddress(text))))
    }
    for text in [
      "169.254.169.254", "169.254.170.3", "fd00:ec2::254", "10.0.0.1", "1.1.1.1", "0.0.0.0", "::",
      "fe80::1", "2a00::1", "::ffff:10.0.0.1",
    ] {
      #expect(!AddressRules.isBesideContainer(try #require(IPAddress(text))))
    }
  }

  @Test func `what tells a machine of itself is next door`() throws {
    for text in ["127.0.0.1", "::1", "169.254.169.254", "fd00:ec2::254"] {
      #expect(AddressRules.isOfInstance(try #require(IPAddress(text))))
    }
    for text in [
      "169.254.170.2", "169.254.170.23", "fd00:ec2::23", "169.254.169.253", "10.0.0.1", "1.1.1.1",
      "0.0.0.0", "::", "fe80::1", "2a00::1", "::ffff:169.254.169.254",
    ] {
      #expect(!AddressRules.isOfInstance(try #require(IPAddress(text))))
    }
  }

  @Test(arguments: [
    "", ".", "1.2.3", "1.2.3.4.5", "01.2.3.4", "256.1.1.1", "1.2.3.-4", "0x7f.0.0.1", "2130706433",
    ":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "1:2:3:4:5:6:7:8::", "g::",
    "12345::", "::1.2.3", "::1.2.3.4:5", "1:", ":1", "+1::", "fe80::1%eth0", "[::1]",
  ])
  func `what is no address is none`(text: String) { #expect(IPAddress(text) == nil) }

  @Test(
    arguments: [
      ("1:2:3:4:5:6:7:8", 0x0001_0002_0003_0004_0005_0006_0007_0008),
      ("1::", 1 << 112), ("::", 0), ("::8", 8), ("1::8", 1 << 112 | 8),
      ("1:2:3:4:5:6:7::", 0x0001_0002_0003_0004_0005_0006_0007_0000),
      ("::2:3:4:5:6:7:8", 0x0000_0002_0003_0004_0005_0006_0007_0008),
      ("::FFFF:1.2.3.4", 0xFFFF_0102_0304),
      ("1:2:3:4:5:6:1.2.3.4", 0x0001_0002_0003_0004_0005_0006_0102_0304),
    ] as [(String, UInt128)])
  func `groups make a number`(text: String, number: UInt128) {
    #expect(IPAddress(text) == .six(number))
  }
}
