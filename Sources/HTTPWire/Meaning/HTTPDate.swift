import ByteText

/// Dates as HTTP writes and reads them (RFC 9110 5.6.7), seconds since 1970.
package enum HTTPDate {
  private static let days: InlineArray<7, StaticString> = [
    "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat",
  ]
  private static let months: InlineArray<12, StaticString> = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Appends a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  package static func append(_ seconds: Int64, to bytes: inout [UInt8]) {
    // Four digits of a year are all the format has.
    let moment = min(max(seconds, 0), 253_402_300_799)
    let day = Int(moment / 86_400)
    let second = Int(moment % 86_400)
    let date = civil(day: day)
    bytes.append(days[(day + 4) % 7])
    bytes.append(", ")
    bytes.append(twoDigits: date.day)
    bytes.append(ASCII.space)
    bytes.append(months[date.month - 1])
    bytes.append(ASCII.space)
    bytes.append(twoDigits: date.year / 100)
    bytes.append(twoDigits: date.year % 100)
    bytes.append(ASCII.space)
    appendTime(second, to: &bytes)
    bytes.append(" GMT")
  }

  /// Appends a date such as `06/Nov/1994:08:49:37 +0000`, as access logs have it.
  package static func appendForLog(_ seconds: Int64, to bytes: inout [UInt8]) {
    let moment = min(max(seconds, 0), 253_402_300_799)
    let date = civil(day: Int(moment / 86_400))
    bytes.append(twoDigits: date.day)
    bytes.append(ASCII.slash)
    bytes.append(months[date.month - 1])
    bytes.append(ASCII.slash)
    bytes.append(twoDigits: date.year / 100)
    bytes.append(twoDigits: date.year % 100)
    bytes.append(ASCII.colon)
    appendTime(Int(moment % 86_400), to: &bytes)
    bytes.append(" +0000")
  }

  /// Appends a date such as `1994-11-06T08:49:37Z`.
  package static func appendISO8601(_ seconds: Int64, to bytes: inout [UInt8]) {
    let moment = min(max(seconds, 0), 253_402_300_799)
    let date = civil(day: Int(moment / 86_400))
    bytes.append(twoDigits: date.year / 100)
    bytes.append(twoDigits: date.year % 100)
    bytes.append(ASCII.minus)
    bytes.append(twoDigits: date.month)
    bytes.append(ASCII.minus)
    bytes.append(twoDigits: date.day)
    bytes.append(0x54)
    appendTime(Int(moment % 86_400), to: &bytes)
    bytes.append(0x5A)
  }

  /// Appends a date such as `19941106T084937Z`, as signatures have it.
  package static func appendBasicISO8601(_ seconds: Int64, to bytes: inout [UInt8]) {
    var text: [UInt8] = []
    appendISO8601(seconds, to: &text)
    bytes += text.filter { $0 != ASCII.minus && $0 != ASCII.colon }
  }

  /// Reads a date such as `1994-11-06T08:49:37.123Z`; what is less than a second is left off.
  ///
  /// - Parameter text: all of it.
  /// - Returns: seconds since 1970; nil for what is no such date.
  package static func parseISO8601(_ text: ArraySlice<UInt8>) -> Int64? {
    let base = text.startIndex
    guard text.count >= 20, text.count <= 40, text.last == 0x5A, text[base + 10] == 0x54,
      text[base + 4] == ASCII.minus, text[base + 7] == ASCII.minus,
      let year = number(text[base..<(base + 4)]), let month = number(text[(base + 5)..<(base + 7)]),
      (1...12).contains(month), let day = number(text[(base + 8)..<(base + 10)]),
      let time = time(text[(base + 11)..<(base + 19)])
    else { return nil }
    let fraction = text[(base + 19)..<(text.endIndex - 1)]
    guard fraction.isEmpty || (fraction.first == ASCII.dot && number(fraction.dropFirst()) != nil)
    else { return nil }
    return seconds(year: year, month: month, day: day, time: time)
  }

  private static func appendTime(_ second: Int, to bytes: inout [UInt8]) {
    bytes.append(twoDigits: second / 3600)
    bytes.append(ASCII.colon)
    bytes.append(twoDigits: second / 60 % 60)
    bytes.append(ASCII.colon)
    bytes.append(twoDigits: second % 60)
  }

  /// Reads any of the three forms a date may come in; nil for what is none of them.
  ///
  /// - Parameters:
  ///   - text: a field's value.
  ///   - now: seconds since 1970, which tell the century of a two-digit year.
  /// - Returns: seconds since 1970.
  package static func parse(_ text: ArraySlice<UInt8>, now: Int64) -> Int64? {
    var words = Words(text)
    guard let first = words.next() else { return nil }
    if first.last != ASCII.comma { return parseAsctime(weekday: first, &words) }
    guard let second = words.next() else { return nil }
    if second.contains(ASCII.minus) {
      return parseRFC850(weekday: first, date: second, &words, now: now)
    }
    guard isDay(first.dropLast()), second.count == 2, let day = number(second),
      let month = words.next().flatMap(month), let yearText = words.next(),
      yearText.count == 4, let year = number(yearText), let time = words.next().flatMap(time),
      words.next()?.equals("GMT") == true, words.next() == nil
    else { return nil }
    return seconds(year: year, month: month, day: day, time: time)
  }

  /// `Sunday, 06-Nov-94 08:49:37 GMT`: a year that seems more than fifty years ahead is the past.
  private static func parseRFC850(
    weekday: ArraySlice<UInt8>, date: ArraySlice<UInt8>, _ words: inout Words, now: Int64
  ) -> Int64? {
    let parts = date.split(separator: ASCII.minus, omittingEmptySubsequences: false)
    guard isLongDay(weekday.dropLast()), parts.count == 3, parts[0].count == 2,
      let day = number(parts[0]), let month = month(parts[1]), parts[2].count == 2,
      let shortYear = number(parts[2]), let time = words.next().flatMap(time),
      words.next()?.equals("GMT") == true, words.next() == nil
    else { return nil }
    let thisYear = civil(day: Int(max(now, 0) / 86_400)).year
    var year = thisYear / 100 * 100 + shortYear
    if year > thisYear + 50 { year -= 100 }
    return seconds(year: year, month: month, day: day, time: time)
  }

  /// `Sun Nov  6 08:49:37 1994`.
  private static func parseAsctime(weekday: ArraySlice<UInt8>, _ words: inout Words) -> Int64? {
    guard isDay(weekday), let month = words.next().flatMap(month), let dayText = words.next(),
      dayText.count <= 2, let day = number(dayText), let time = words.next().flatMap(time),
      let yearText = words.next(), yearText.count == 4, let year = number(yearText),
      words.next() == nil
    else { return nil }
    return seconds(year: year, month: month, day: day, time: time)
  }

  private static func isDay(_ text: ArraySlice<UInt8>) -> Bool {
    for index in days.indices where text.equals(days[index]) { return true }
    return false
  }

  private static func isLongDay(_ text: ArraySlice<UInt8>) -> Bool {
    let names: InlineArray<7, StaticString> = [
      "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    for index in names.indices where text.equals(names[index]) { return true }
    return false
  }

  private static func month(_ text: ArraySlice<UInt8>) -> Int? {
    for index in months.indices where text.equals(months[index]) { return index + 1 }
    return nil
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    DecimalNumber.exact(text.span).map(Int.init)
  }

  /// Seconds into the day; a leap second is taken for the one before it.
  private static func time(_ text: ArraySlice<UInt8>) -> Int? {
    let base = text.startIndex
    guard text.count == 8, text[base + 2] == ASCII.colon, text[base + 5] == ASCII.colon,
      let hour = number(text[base..<(base + 2)]), hour < 24,
      let minute = number(text[(base + 3)..<(base + 5)]), minute < 60,
      let second = number(text[(base + 6)..<(base + 8)]), second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + min(second, 59)
  }

  private static func seconds(year: Int, month: Int, day: Int, time: Int) -> Int64? {
    guard year >= 1, day >= 1, day <= daysIn(month: month, year: year) else { return nil }
    return Int64(dayNumber(year: year, month: month, day: day)) * 86_400 + Int64(time)
  }

  private static func daysIn(month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Days since 1970 of a Gregorian date.
  ///
  /// Years are counted from March, so that the leap day is the last of its year, and in eras of 400
  /// years, which all have 146,097 days.
  private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let era = marchYear / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The Gregorian date of a day since 1970; the inverse of ``dayNumber(year:month:day:)``.
  private static func civil(day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch + (monthFromMarch < 10 ? 3 : -9)
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Words between single or double spaces.
  private struct Words {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    mutating func next() -> ArraySlice<UInt8>? {
      rest = rest.drop { $0 == ASCII.space }
      guard !rest.isEmpty else { return nil }
      let word = rest.prefix { $0 != ASCII.space }
      rest = rest[word.endIndex...]
      return word
    }
  }
}
