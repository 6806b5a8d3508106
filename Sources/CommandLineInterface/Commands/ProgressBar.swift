/// How far something has come, in twenty steps.
enum ProgressBar {
  private static let steps = 20

  /// - Parameter share: from 0 to 1.
  /// - Returns: always as many characters.
  static func text(_ share: Double) -> String {
    let full = Int(max(0, min(1, share)) * Double(steps))
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: steps - full)
    let percent = "\(Int(share * 100))"
    return "[\(bar)] \(percent.led(to: 3))%"
  }
}
