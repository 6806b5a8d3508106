import Sandbox

// A nursery whose children are told to cut, and lie: how, the name of their source says.
var loop = try NurseryLoop { _ in
  { descriptors in LyingCutter(descriptors)?.lies }
}
loop.run()
