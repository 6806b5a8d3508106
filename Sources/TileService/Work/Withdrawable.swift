/// Something under way for somebody, who may stop waiting for it.
protocol Withdrawable: Sendable {
  /// Says that nobody waits for it any more.
  func withdraw()
}
