import CutJobs
import CutQueue
import DecoderChildren
import Fetching
import ImageRequest
import Posix
import Sandbox
import Sources
import Storage

extension TileService {
  /// All that is counted, as Prometheus reads it.
  func metricsText() -> String {
    var text = PrometheusText()
    let sum = metrics.sum
    putRequests(sum, &text)
    putLatencies(sum, &text)
    text.counter("sent_bytes_total", "Bytes of bodies that were answered.", sum.bytes)
    let stored = sum.requests(.passThrough)
    let pictures = stored + sum.requests(.cache) + sum.requests(.render)
    text.family(
      "pass_through_ratio", "gauge", "Pictures answered with stored bytes, of all pictures.")
    text.sample("pass_through_ratio", "", pictures == 0 ? 0 : Double(stored) / Double(pictures))
    if let connections = metrics.connections {
      text.gauge("connections", "Connections that are open.", connections)
    }
    text.gauge("open_images", "Images whose pyramids are open.", index.open.count)
    text.family("queue_length", "gauge", "Work that waits for a worker, by lane.")
    text.sample("queue_length", "lane=\"tiles\"", self.pictures.tiles.waiting)
    text.sample("queue_length", "lane=\"renders\"", self.pictures.renders.waiting)
    text.sample("queue_length", "lane=\"drawings\"", self.pictures.drawings.waiting)
    text.sample("queue_length", "lane=\"searches\"", searches.waiting)
    let counts = self.pictures.counts
    text.counter("renders_total", "Pictures that workers made.", counts.made)
    text.counter(
      "renders_joined_total", "Requests that shared a picture in the making.", counts.joined)
    text.counter("refused_total", "Requests turned away because too many waited.", counts.refused)
    let cache = self.pictures.cacheCounts
    text.counter("answer_cache_hits_total", "Finished answers found in memory.", cache.hits)
    text.counter("answer_cache_misses_total", "Finished answers not found there.", cache.misses)
    text.gauge("answer_cache_bytes", "Memory that finished answers take.", cache.bytes)
    text.family(
      "render_memory_bytes", "gauge",
      "Memory for pictures in the making: taken, and all of it; and of those not yet read.")
    text.sample("render_memory_bytes", "of=\"taken\"", Int(self.pictures.memory.heldBytes))
    text.sample("render_memory_bytes", "of=\"limit\"", Int(self.pictures.memory.limit))
    text.sample("render_memory_bytes", "of=\"unsent\"", self.pictures.unsentBytes)
    if let decoders = metrics.tileDecoders { putDecoders(decoders, &text) }
    putDrawn(index.drawnPages?.counts ?? .none, &text)
    let cuts = self.cuts.counts
    text.gauge("cuts_running", "Images that are being cut.", cuts.running)
    text.gauge("cuts_waiting", "Images that wait to be cut.", cuts.waiting)
    text.counter("cuts_finished_total", "Images that were cut.", cuts.finished)
    text.counter("cuts_failed_total", "Images that could not be cut.", cuts.failed)
    putFaults(&text)
    if !engines.isEmpty { putEngines(&text) }
    if index.store.isFar {
      text.gauge(
        "outbox_files", "Pyramids that wait to be put into the store.", index.store.waiting)
    }
    if let claims = index.store.claims {
      let name = "claims_total"
      text.family(name, "counter", "Cuts that hosts agreed on, by what came of it here.")
      text.sample(name, "outcome=\"mine\"", claims.mine)
      text.sample(name, "outcome=\"taken_over\"", claims.takenOver)
      text.sample(name, "outcome=\"elsewhere\"", claims.elsewhere)
      text.sample(name, "outcome=\"failed_before\"", claims.failedBefore)
    }
    if let queue = parts.queue { putQueue(queue, &text) }
    if let lost = metrics.logLosses {
      text.counter(
        "access_log_lost_lines_total", "Answers that the access log could not tell.", lost)
    }
    if let box = configuration.cutLimits.box { putFences(box, &text) }
    text.gauge(
      "resident_memory_bytes", "Memory of this process that is in use.",
      ProcessMemory.residentBytes)
    return text.text
  }

  private func putQueue(_ queue: SharedQueue, _ text: inout PrometheusText) {
    text.gauge(
      "shared_queue_usable", "Whether the database of the queue answers.", queue.isThere ? 1 : 0)
    let (counts, name) = (queue.counts, "shared_queue_claims_total")
    text.family(
      name, "counter", "Images that hosts agreed on by the queue, by what came of it here.")
    text.sample(name, "outcome=\"mine\"", counts.mine)
    text.sample(name, "outcome=\"elsewhere\"", counts.elsewhere)
    text.sample(name, "outcome=\"lost\"", counts.lost)
    text.sample(name, "outcome=\"rescued\"", counts.rescued)
    guard let line = queue.line else { return }
    text.family("shared_queue_jobs", "gauge", "Images in the queue, by state.")
    text.sample("shared_queue_jobs", "state=\"waiting\"", line.waiting)
    text.sample("shared_queue_jobs", "state=\"running\"", line.running)
    text.sample("shared_queue_jobs", "state=\"failed\"", line.failed)
    text.gauge(
      "shared_queue_oldest_seconds", "For how long the image has waited that waits longest.",
      line.oldest)
  }

  private func putFaults(_ text: inout PrometheusText) {
    text.family("faults_total", "counter", "Faults of the machine, decoders and pyramids, by kind.")
    for fault in Fault.allCases {
      text.sample("faults_total", "kind=\"\(fault.name)\"", faults.count(of: fault))
    }
    let deaths = faults.deaths
    text.family("decoder_deaths_total", "counter", "Decoders that a signal ended, by signal.")
    for (signal, count) in deaths {
      text.sample("decoder_deaths_total", "signal=\"\(signal)\"", count)
    }
    text.gauge(
      "store_usable", "Whether the store takes new pyramids, or can be read where none are made.",
      storeWatch.problem == nil ? 1 : 0)
  }

  private func putEngines(_ text: inout PrometheusText) {
    let engines = engines.map { mount in
      (name: "engine=\"\(mount.label)\"", counts: mount.counts)
    }
    text.family("fetch_requests_total", "counter", "What engines were asked for, by outcome.")
    for (name, counts) in engines {
      text.sample("fetch_requests_total", "\(name),outcome=\"whole\"", counts.whole)
      text.sample("fetch_requests_total", "\(name),outcome=\"failed\"", counts.failed)
    }
    text.family("fetch_retries_total", "counter", "Further tries.")
    for (name, counts) in engines { text.sample("fetch_retries_total", name, counts.again) }
    text.family("fetch_hedged_total", "counter", "Parts asked for twice, as the first was slow.")
    for (name, counts) in engines { text.sample("fetch_hedged_total", name, counts.hedged) }
    text.family("fetch_bytes_total", "counter", "Bytes that came.")
    for (name, counts) in engines { text.sample("fetch_bytes_total", name, Int(counts.bytes)) }
    text.family("fetch_in_flight", "gauge", "Requests under way.")
    for (name, counts) in engines { text.sample("fetch_in_flight", name, counts.underWay) }
    text.family("fetch_waiting", "gauge", "Requests that wait for their turn.")
    for (name, counts) in engines { text.sample("fetch_waiting", name, counts.waiting) }
    text.family("breaker_open", "gauge", "Whether an engine is left alone for now.")
    for (name, counts) in engines { text.sample("breaker_open", name, counts.isSilent ? 1 : 0) }
    if let copies = shelf?.counts {
      text.gauge("copies_bytes", "Bytes of copies of what lies elsewhere.", Int(copies.bytes))
      text.counter("copies_evicted_total", "Copies that made room for others.", copies.evicted)
      text.counter(
        "copies_refused_total", "Copies, and parts of them, that found no room.", copies.refused)
      text.counter(
        "copies_damaged_total", "Tiles of copies that came otherwise than they were written.",
        copies.damaged)
    }
    text.gauge("openings_waiting", "Work that waits for a thread that may wait.", openings.waiting)
  }

  private func putFences(_ box: BoxPolicy, _ text: inout PrometheusText) {
    text.family("sandbox", "gauge", "Fences around decoders: 1 for each that stands.")
    for (layer, name) in BoxLayers.names {
      text.sample("sandbox", "layer=\"\(name)\"", box.layers.contains(layer) ? 1 : 0)
    }
  }

  private func putDecoders(_ counts: TileDecoders.Counts, _ text: inout PrometheusText) {
    text.gauge("tile_decoders", "Processes that decode tiles.", counts.running)
    text.counter("tile_decoders_started_total", "Processes that were started to.", counts.started)
    let name = "tile_decoders_ended_total"
    text.family(name, "counter", "Those that ended over a tile, or were ended, by reason.")
    text.sample(name, "reason=\"late\"", counts.late)
    text.sample(name, "reason=\"crashed\"", counts.crashed)
    text.sample(name, "reason=\"gone\"", counts.gone)
    text.sample(name, "reason=\"lied\"", counts.lied)
  }

  private func putDrawn(_ counts: PageDrawers.Counts, _ text: inout PrometheusText) {
    text.gauge("page_drawers", "Processes that draw pages.", counts.running)
    text.counter("page_drawers_started_total", "Processes that were started to.", counts.started)
    let name = "page_parts_total"
    text.family(name, "counter", "Parts of pages that were drawn, and those that could not be.")
    text.sample(name, "outcome=\"drawn\"", counts.drawn)
    text.sample(name, "outcome=\"failed\"", counts.failed)
  }

  private func putRequests(_ sum: MetricsSum, _ text: inout PrometheusText) {
    text.family("requests_total", "counter", "Requests answered, by route and kind of answer.")
    for route in RouteKind.allCases {
      for answer in AnswerKind.allCases {
        let count = sum.requests(route, answer)
        guard count > 0 else { continue }
        text.sample("requests_total", "route=\"\(route.name)\",answer=\"\(answer.name)\"", count)
      }
    }
  }

  private func putLatencies(_ sum: MetricsSum, _ text: inout PrometheusText) {
    let name = "answer_seconds"
    text.family(name, "histogram", "Time from a whole request to its answer, by kind of answer.")
    for answer in AnswerKind.allCases {
      let counts = sum.latencies[row: answer]
      guard counts.contains(where: { $0 > 0 }) else { continue }
      var total = 0
      for (place, count) in counts.enumerated() {
        total += count
        let bound =
          place < LoopMetrics.bounds.count
          ? "\(Double(LoopMetrics.bounds[place]) / 1_000_000)" : "+Inf"
        text.sample("\(name)_bucket", "answer=\"\(answer.name)\",le=\"\(bound)\"", total)
      }
      text.sample(
        "\(name)_sum", "answer=\"\(answer.name)\"",
        Double(sum.microseconds[answer]) / 1_000_000)
      text.sample("\(name)_count", "answer=\"\(answer.name)\"", total)
    }
  }
}
