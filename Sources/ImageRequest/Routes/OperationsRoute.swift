/// What is asked by those who run the server, and by robots.
package enum OperationsRoute: Equatable, Sendable {
  case health
  case readiness
  case metrics
  case robots
}
