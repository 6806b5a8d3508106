/// Metrics as Prometheus reads them (text format 0.0.4).
struct PrometheusText {
  private(set) var text = ""

  mutating func family(_ name: String, _ type: String, _ help: String) {
    text += "# HELP pyramidion_\(name) \(help)\n# TYPE pyramidion_\(name) \(type)\n"
  }

  /// Writes one value of a family.
  ///
  /// - Parameters:
  ///   - name: without the prefix that all have.
  ///   - labels: such as `route="tile"`; empty for none.
  ///   - value: whole numbers are written without a fraction.
  mutating func sample(_ name: String, _ labels: String, _ value: Double) {
    let whole = Int64(exactly: value).map { String($0) } ?? "\(value)"
    text += "pyramidion_\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(whole)\n"
  }

  mutating func sample(_ name: String, _ labels: String, _ value: Int) {
    sample(name, labels, Double(value))
  }

  mutating func gauge(_ name: String, _ help: String, _ value: Int) {
    family(name, "gauge", help)
    sample(name, "", value)
  }

  mutating func counter(_ name: String, _ help: String, _ value: Int) {
    family(name, "counter", help)
    sample(name, "", value)
  }
}
