import Glibc

/// The demonstration picture: heptagons that tile the hyperbolic plane, three at every corner, in
/// Poincaré's disc, and the same once more outside it, mirrored in its rim.
///
/// Cells shrink towards the rim without end, and the contour lines within a cell are drawn in five
/// octaves: wherever one looks closer, there is more. A pixel depends on nothing but its place.
struct Tessellation: Sendable {
  /// Corners of a cell, and cells that meet in a corner.
  private static let corners = 7.0
  private static let cellsAtCorner = 3.0

  /// The picture shows the plane from -`reach` to `reach` across.
  private static let reach = 1.16

  private let pixel: Double
  /// The mirror across a cell's edge: a circle about (`centre`, 0).
  private let centre: Double
  private let radius: Double
  /// The mirror between the middle of an edge and a corner: a line through the cell's middle.
  private let normal: SIMD2<Double>
  private let inside: [Paint]
  private let outside: [Paint]

  /// Cells this many edges from the middle are the last that are more than a haze.
  private static let deepest = 63

  /// A tessellation over a square.
  ///
  /// - Parameter side: of the square picture, in pixels.
  init(side: Int) {
    pixel = 2 * Self.reach / Double(side)
    let corner = cos(.pi / Self.cellsAtCorner)
    let middle = sin(.pi / Self.corners)
    // The circle meets the rim and both lines at the angles that the cells ask for.
    centre = corner / (corner * corner - middle * middle).squareRoot()
    radius = (centre * centre - 1).squareRoot()
    normal = SIMD2(-sin(.pi / Self.corners), cos(.pi / Self.corners))
    inside = (0...Self.deepest).map { Self.paint(depth: Float($0), isOutside: false) }
    outside = (0...Self.deepest).map { Self.paint(depth: Float($0), isOutside: true) }
  }

  /// Red, green and blue from 0 to 1 of a pixel.
  func color(column: Int, row: Int) -> SIMD4<Float> {
    var place = SIMD2(
      (Double(column) + 0.5) * pixel - Self.reach, (Double(row) + 0.5) * pixel - Self.reach)
    // Turned a little, since nothing in nature stands straight.
    place = SIMD2(place.x * 0.9553 - place.y * 0.2955, place.x * 0.2955 + place.y * 0.9553)
    var square = (place * place).sum()
    let isOutside = square > 1
    if isOutside {
      place /= square
      square = 1 / square
    }
    // The side of a pixel as hyperbolic lengths go; reflections leave it as it is.
    let grain = 2 * pixel * (isOutside ? square : 1) / max(1 - square, 1e-9)
    let cell = fold(place)
    return shade(cell, grain: grain, isOutside: isOutside)
  }

  /// A place brought home to the first cell's first triangle.
  private struct Home {
    var place: SIMD2<Double>
    /// Edges crossed on the way from the middle cell.
    var depth = 0
    var isMirrored = false
  }

  private func fold(_ start: SIMD2<Double>) -> Home {
    var home = Home(place: start)
    for _ in 0..<4 * Self.deepest {
      if home.place.y < 0 {
        home.place.y = -home.place.y
        home.isMirrored.toggle()
      }
      let beyond = (home.place * normal).sum()
      if beyond > 0 {
        home.place -= 2 * beyond * normal
        home.isMirrored.toggle()
        continue
      }
      let offset = home.place - SIMD2(centre, 0)
      let square = (offset * offset).sum()
      guard square < radius * radius else { return home }
      home.place = SIMD2(centre, 0) + offset * (radius * radius / square)
      home.depth += 1
      home.isMirrored.toggle()
    }
    return home
  }

  // MARK: - Colour

  private func shade(_ home: Home, grain: Double, isOutside: Bool) -> SIMD4<Float> {
    let place = home.place
    let square = (place * place).sum()
    let room = max(1 - square, 1e-9)
    let offset = place - SIMD2(centre, 0)
    // Distances, for small ones: to the cell's edge, to its axes, and from its middle.
    let toEdge = abs((offset * offset).sum() - radius * radius) / (radius * room)
    let toAxis = 2 * place.y / room
    let toSpoke = -2 * (place * normal).sum() / room
    let out = 2 * atanh(min(square.squareRoot(), 0.999_999))
    let turn = cos(Self.corners * atan2(place.y, place.x))

    let paint = (isOutside ? outside : inside)[min(home.depth, Self.deepest)]
    let petal = out - 0.36 - 0.13 * turn
    let field = out + 0.05 * turn + 0.012 * cos(9 * out) * turn
    var color = paint.ground * (home.isMirrored ? 0.86 : 1)
    color = mix(color, paint.bloom, cover(-petal, grain))
    let heart = isOutside ? SIMD4<Float>(0.75, 0.70, 0.55, 1) : SIMD4<Float>(0.98, 0.90, 0.66, 1)
    color = mix(color, heart, cover(0.105 + 0.035 * turn - out, grain))

    // Light from the cell's middle, as on a cushion.
    color *= Float(1.12 - 0.34 * min(out, 1))
    color = engrave(color, field: field, grain: grain, isOutside: isOutside)

    let ink = isOutside ? SIMD4<Float>(0.01, 0.015, 0.04, 1) : SIMD4<Float>(0.08, 0.05, 0.10, 1)
    let gold = isOutside ? SIMD4<Float>(0.62, 0.50, 0.28, 1) : SIMD4<Float>(0.96, 0.78, 0.36, 1)
    color = mix(color, ink, 0.55 * line(abs(petal), width: 0.006, grain))
    color = mix(color, ink, 0.30 * line(min(toAxis, toSpoke), width: 0.0025, grain))
    color = mix(color, ink, line(toEdge, width: 0.032, grain))
    color = mix(color, gold, line(toEdge, width: 0.021, grain))
    color = mix(color, ink, 0.7 * line(abs(toEdge - 0.010), width: 0.0015, grain))

    // Cells smaller than a pixel are one haze.
    let rim = isOutside ? SIMD4<Float>(0.10, 0.12, 0.20, 1) : SIMD4<Float>(0.55, 0.42, 0.30, 1)
    return mix(color, rim, Float(min(max(2.2 * grain - 0.5, 0), 1)))
  }

  /// Contour lines of a field in octaves; those too fine for a pixel turn into nothing.
  private func engrave(
    _ color: SIMD4<Float>, field: Double, grain: Double, isOutside: Bool
  ) -> SIMD4<Float> {
    var tone: Float = 1
    var spacing = 0.125
    for octave in 0..<5 {
      let pixels = spacing / grain
      if pixels < 3 { break }
      let phase = field / spacing
      let distance = abs(phase - phase.rounded()) * pixels
      let width = 0.5 + 0.028 * pixels
      let strength = Float(min((pixels - 3) / 6, 1)) * (octave == 0 ? 0.42 : 0.30)
      tone *= 1 - strength * Float(min(max(width - distance + 0.5, 0), 1))
      spacing /= 4
    }
    let shadow = SIMD4<Float>(tone, tone * 0.35 + 0.65 * tone * tone, tone, 1)
    return isOutside ? color * SIMD4(tone, tone, tone, 1) : color * shadow
  }

  /// How much of a pixel lies where a distance is positive.
  private func cover(_ distance: Double, _ grain: Double) -> Float {
    Float(min(max(distance / grain + 0.5, 0), 1))
  }

  private func line(_ distance: Double, width: Double, _ grain: Double) -> Float {
    cover(width - distance, grain) * Float(min(2 * width / grain, 1))
  }

  private func mix(
    _ one: SIMD4<Float>, _ other: SIMD4<Float>, _ share: Float
  ) -> SIMD4<Float> { one + (other - one) * share }

  /// What cells of one depth are painted with.
  private struct Paint {
    var ground: SIMD4<Float>
    var bloom: SIMD4<Float>
  }

  private static func paint(depth: Float, isOutside: Bool) -> Paint {
    isOutside
      ? Paint(
        ground: wheel(0.62 + 0.031 * depth, [0.10, 0.13, 0.24], [0.05, 0.06, 0.10]),
        bloom: wheel(0.10 + 0.17 * depth, [0.20, 0.24, 0.38], [0.12, 0.10, 0.14]))
      : Paint(
        ground: wheel(0.03 + 0.137 * depth, [0.80, 0.70, 0.58], [0.15, 0.14, 0.20]),
        bloom: wheel(0.55 + 0.171 * depth, [0.42, 0.36, 0.42], [0.34, 0.24, 0.26]))
  }

  /// Colours that come round again, about a middle.
  private static func wheel(
    _ turn: Float, _ middle: SIMD3<Float>, _ swing: SIMD3<Float>
  ) -> SIMD4<Float> {
    let angle = 2 * Float.pi * turn
    let wave = SIMD3<Float>(cos(angle), cos(angle - 1.9), cos(angle - 4.1))
    return SIMD4(middle + swing * wave, 1)
  }
}
