internal import Glibc

/// Absorption of sound by air (ISO 9613-1, equations 3 to 5).
enum Air {
  /// Attenuation of a pure tone, dB a metre, at 20 °C, 50 % humidity and 101.325 kPa unless told.
  static func attenuation(_ hertz: Double, celsius: Double = 20, humidity: Double = 50) -> Double {
    let f = max(hertz, 20), ratio = (celsius + 273.15) / 293.15
    let saturation = pow(10, -6.8346 * pow(273.16 / (celsius + 273.15), 1.261) + 4.6151)
    let water = humidity * saturation
    let oxygen = 24 + 4.04e4 * water * (0.02 + water) / (0.391 + water)
    let nitrogen = pow(ratio, -0.5) * (9 + 280 * water * exp(-4.170 * (pow(ratio, -1 / 3.0) - 1)))
    let kelvin = celsius + 273.15
    let relaxation =
      0.01275 * exp(-2239.1 / kelvin) / (oxygen + f * f / oxygen)
      + 0.1068 * exp(-3352 / kelvin) / (nitrogen + f * f / nitrogen)
    return 8.686 * f * f * (1.84e-11 * ratio.squareRoot() + pow(ratio, -2.5) * relaxation)
  }
}
