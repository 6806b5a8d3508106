import Foundation

@testable import Pixels

/// Lanczos with three lobes, pixel by pixel in doubles: what resampling must come to.
func naivelyResampled(_ raster: Raster, _ rect: SampledRect, _ width: Int, _ height: Int)
  -> [Double]
{
  func lanczos(_ x: Double) -> Double {
    x == 0 ? 1 : abs(x) >= 3 ? 0 : 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
  }
  func weights(_ center: Double, _ scale: Double, _ count: Int) -> [(place: Int, weight: Double)] {
    let reach = 3 * max(1, scale)
    let places = Int((center - reach).rounded(.up))...Int((center + reach).rounded(.down))
    let inside = places.filter { $0 >= 0 && $0 < count }
    let raw = inside.map { lanczos((Double($0) - center) / max(1, scale)) }
    let sum = raw.reduce(0, +)
    return zip(inside, raw).map { ($0, $1 / sum) }
  }
  let (across, down) = (rect.width / Double(width), rect.height / Double(height))
  let channels = raster.channels
  var result: [Double] = []
  for y in 0..<height {
    let rows = weights(rect.y + (Double(y) + 0.5) * down - 0.5, down, raster.height)
    for x in 0..<width {
      let columns = weights(rect.x + (Double(x) + 0.5) * across - 0.5, across, raster.width)
      for channel in 0..<channels {
        var sum = 0.0
        for row in rows {
          for column in columns {
            let pixel = raster.bytes[
              (row.place * raster.width + column.place) * channels + channel]
            sum += row.weight * column.weight * Double(pixel)
          }
        }
        result.append(max(0, min(255, sum)))
      }
    }
  }
  return result
}

/// Smooth shapes with a hard edge in them, another in every channel.
func drawnRaster(width: Int, height: Int, channels: Int) -> Raster {
  var bytes: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      for channel in 0..<channels {
        let wave = sin(Double(x) / 5 + Double(channel)) + cos(Double(y) / 7 - Double(channel))
        let step = x + y > width ? 40.0 : 0
        bytes.append(UInt8(max(0, min(255, 110 + 45 * wave + step))))
      }
    }
  }
  return Raster(width: width, height: height, channels: channels, hasAlpha: false, bytes: bytes)
}
