import Cutter
import Foundation
let t0 = Date()
try probeCut(CommandLine.arguments[1], helpers: Int(CommandLine.arguments[2])!)
print(Date().timeIntervalSince(t0))
