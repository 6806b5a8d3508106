/// JPEG files as their specification tells them, one bit after the other, for comparing with.
struct NaiveJPEG: Equatable {
  struct Component: Equatable {
    var across: Int
    var down: Int
    /// Blocks side by side, those that fill up the last MCU included.
    var columns: Int
    /// 64 coefficients each in zigzag order, row by row.
    var blocks: [[Int]]
  }

  /// A code by its symbols' words.
  struct Code {
    var counts: [UInt8]
    var symbols: [UInt8]

    var words: [UInt8: (word: Int, length: Int)] {
      var words: [UInt8: (word: Int, length: Int)] = [:]
      var (next, place) = (0, 0)
      for (index, count) in counts.enumerated() {
        for _ in 0..<count {
          words[symbols[place]] = (next, index + 1)
          (next, place) = (next + 1, place + 1)
        }
        next *= 2
      }
      return words
    }

    /// A code in which each symbol has a word of nearly the same length.
    static func flat(_ symbols: [UInt8]) -> Code {
      var length = 1
      while 1 << length <= symbols.count { length += 1 }
      var counts = [UInt8](repeating: 0, count: 16)
      counts[length - 1] = UInt8(symbols.count)
      return Code(counts: counts, symbols: symbols)
    }

    /// A code whose first seven symbols have words of 1 to 7 bits, and all others one of 16.
    static func steep(_ symbols: [UInt8]) -> Code {
      var counts = [UInt8](repeating: 0, count: 16)
      for index in symbols.indices { counts[index < 7 ? index : 15] += 1 }
      return Code(counts: counts, symbols: symbols)
    }
  }

  var width: Int
  var height: Int
  var restart = 0
  var components: [Component]
  /// By component; the last is of all that follow too.
  var steps: [[Int]]

  private var across: Int { components[0].across }
  private var down: Int { components[0].down }
  var mcusAcross: Int { (width + 8 * across - 1) / (8 * across) }
  var mcusDown: Int { (height + 8 * down - 1) / (8 * down) }

  // MARK: Writing

  func file(dc: Code, ac: Code) -> [UInt8] {
    var file: [UInt8] = [0xFF, 0xD8]
    func segment(_ marker: UInt8, _ bytes: [UInt8]) {
      file += [0xFF, marker, UInt8((bytes.count + 2) >> 8), UInt8((bytes.count + 2) & 255)] + bytes
    }
    segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    for (index, table) in steps.enumerated() {
      segment(0xDB, [UInt8(index)] + table.map { UInt8($0) })
    }
    func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    var frame: [UInt8] = [8] + word(height) + word(width) + [UInt8(components.count)]
    for (index, component) in components.enumerated() {
      frame += [
        UInt8(index + 1), UInt8(component.across << 4 | component.down), UInt8(min(index, 1)),
      ]
    }
    segment(0xC0, frame)
    segment(0xC4, [0x00] + dc.counts + dc.symbols)
    segment(0xC4, [0x10] + ac.counts + ac.symbols)
    if restart > 0 { segment(0xDD, word(restart)) }
    var scan = [UInt8(components.count)]
    for index in components.indices { scan += [UInt8(index + 1), 0] }
    segment(0xDA, scan + [0, 63, 0])
    return file + self.scan(dc: dc.words, ac: ac.words) + [0xFF, 0xD9]
  }

  private func scan(
    dc: [UInt8: (word: Int, length: Int)], ac: [UInt8: (word: Int, length: Int)]
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var bits: [UInt8] = []
    func put(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(UInt8(value >> bit & 1)) }
    }
    func flush() {
      while bits.count % 8 != 0 { bits.append(1) }
      for start in stride(from: 0, to: bits.count, by: 8) {
        let byte = bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | $1 }
        bytes.append(byte)
        if byte == 255 { bytes.append(0) }
      }
      bits = []
    }
    func size(_ value: Int) -> Int { Int.bitWidth - abs(value).leadingZeroBitCount }
    func extra(_ value: Int) { put(value < 0 ? value - 1 : value, size(value)) }
    func word(_ words: [UInt8: (word: Int, length: Int)], _ symbol: Int) {
      let found = words[UInt8(symbol)] ?? (0, 0)
      put(found.word, found.length)
    }
    var last = [0, 0, 0]
    var marker: UInt8 = 0
    for mcu in 0..<mcusAcross * mcusDown {
      if restart > 0, mcu > 0, mcu % restart == 0 {
        flush()
        bytes += [0xFF, 0xD0 + marker]
        marker = (marker + 1) % 8
        last = [0, 0, 0]
      }
      for (index, component) in components.enumerated() {
        for inside in 0..<component.across * component.down {
          let block = component.blocks[place(mcu, inside, of: component)]
          word(dc, size(block[0] - last[index]))
          extra(block[0] - last[index])
          last[index] = block[0]
          var zeros = 0
          for value in block.dropFirst() {
            guard value != 0 else {
              zeros += 1
              continue
            }
            while zeros > 15 {
              word(ac, 0xF0)
              zeros -= 16
            }
            word(ac, zeros << 4 | size(value))
            extra(value)
            zeros = 0
          }
          if zeros > 0 { word(ac, 0) }
        }
      }
    }
    flush()
    return bytes
  }

  /// A block's place among its component's, row by row.
  private func place(_ mcu: Int, _ inside: Int, of component: Component) -> Int {
    let x = mcu % mcusAcross * component.across + inside % component.across
    let y = mcu / mcusAcross * component.down + inside / component.across
    return y * component.columns + x
  }

  // MARK: Reading

  /// Reads what is known to be a baseline file with one scan.
  init(reading file: [UInt8]) {
    (width, height, components, steps) = (0, 0, [], [])
    var stepTables: [Int: [Int]] = [:]
    var usedSteps: [Int] = []
    var codes: [UInt8: Code] = [:]
    var tables: [(dc: UInt8, ac: UInt8)] = []
    var place = 2
    while true {
      let marker = file[place + 1]
      let length = Int(file[place + 2]) << 8 | Int(file[place + 3])
      var rest = file[(place + 4)..<(place + 2 + length)]
      place += 2 + length
      switch marker {
      case 0xDB:
        while let kind = rest.popFirst() {
          stepTables[Int(kind)] = rest.prefix(64).map { Int($0) }
          rest = rest.dropFirst(64)
        }
      case 0xC4:
        while let kind = rest.popFirst() {
          let counts = Array(rest.prefix(16))
          rest = rest.dropFirst(16)
          let count = counts.reduce(0) { $0 + Int($1) }
          codes[kind] = Code(counts: counts, symbols: Array(rest.prefix(count)))
          rest = rest.dropFirst(count)
        }
      case 0xC0:
        let bytes = Array(rest)
        height = Int(bytes[1]) << 8 | Int(bytes[2])
        width = Int(bytes[3]) << 8 | Int(bytes[4])
        for index in 0..<Int(bytes[5]) {
          let sampling = Int(bytes[7 + 3 * index])
          components.append(
            Component(across: sampling >> 4, down: sampling & 15, columns: 0, blocks: []))
          usedSteps.append(Int(bytes[8 + 3 * index]))
        }
      case 0xDD: restart = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
      case 0xDA:
        for index in components.indices {
          let both = rest[rest.startIndex + 2 + 2 * index]
          tables.append((both >> 4, 0x10 | both & 15))
        }
        steps = usedSteps.map { stepTables[$0] ?? [] }
        readScan(Array(file[place...]), codes, tables)
        return
      default: break
      }
    }
  }

  private mutating func readScan(
    _ bytes: [UInt8], _ codes: [UInt8: Code], _ tables: [(dc: UInt8, ac: UInt8)]
  ) {
    var bits: [UInt8] = []
    var place = 0
    while !(bytes[place] == 0xFF && bytes[place + 1] == 0xD9) {
      for bit in (0..<8).reversed() { bits.append(bytes[place] >> UInt8(bit) & 1) }
      place += bytes[place] == 0xFF ? 2 : 1
    }
    var next = 0
    func number(_ count: Int) -> Int {
      defer { next += count }
      return bits[next..<next + count].reduce(0) { $0 * 2 + Int($1) }
    }
    func value(_ size: Int) -> Int {
      let read = number(size)
      return size > 0 && read < 1 << (size - 1) ? read - (1 << size) + 1 : read
    }
    let words = codes.mapValues { code in
      Dictionary(
        uniqueKeysWithValues: code.words.map { (($1.length << 16) | $1.word, Int($0)) })
    }
    func symbol(_ table: UInt8) -> Int {
      var (word, length) = (0, 0)
      while length < 17 {
        word = word * 2 + number(1)
        length += 1
        if let symbol = words[table]?[length << 16 | word] { return symbol }
      }
      return 0
    }
    for index in components.indices {
      components[index].columns = mcusAcross * components[index].across
      components[index].blocks = Array(
        repeating: [], count: components[index].columns * mcusDown * components[index].down)
    }
    var last = [0, 0, 0]
    for mcu in 0..<mcusAcross * mcusDown {
      for index in components.indices {
        for inside in 0..<components[index].across * components[index].down {
          var block = [Int](repeating: 0, count: 64)
          last[index] += value(symbol(tables[index].dc))
          block[0] = last[index]
          var at = 1
          while at < 64 {
            let found = symbol(tables[index].ac)
            if found == 0 { break }
            at += found >> 4
            if found & 15 > 0 { block[at] = value(found & 15) }
            at += 1
          }
          components[index].blocks[self.place(mcu, inside, of: components[index])] = block
        }
      }
    }
  }

  init(width: Int, height: Int, restart: Int, components: [Component], steps: [[Int]]) {
    self.width = width
    self.height = height
    self.restart = restart
    self.components = components
    self.steps = steps
  }
}
