internal import Glibc

/// How many times as loud something is that is louder by so many decibels.
func decibels(_ value: Double) -> Double { pow(10, value / 20) }

/// How many cents a pitch of A4 is above 440 Hz; below it, they are negative.
///
/// - Parameter tuning: In hertz, above zero.
func centsFromConcertPitch(_ tuning: Double) -> Double { 1200 * log2(tuning / 440) }
