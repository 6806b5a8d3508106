import Testing
@Suite struct S { @Test func `works`() { #expect(Bool(true)) } }
