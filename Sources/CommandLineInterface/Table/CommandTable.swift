/// All commands of `pyramidion`, in the order in which help lists them.
package enum CommandTable {
  package static let all: [Command] = [
    .serve, .prerender, .work, .jobs, .cut, .inspect, .verify, .prune, .viewport, .manifest, .demo,
    .help,
  ]

  package static func command(named name: String) -> Command? { all.first { $0.name == name } }
}
