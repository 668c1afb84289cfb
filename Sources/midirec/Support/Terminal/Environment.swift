internal import Glibc

/// A variable of the environment; empty where it isn't set.
func variable(_ name: String) -> String {
  guard let value = unsafe getenv(name) else { return "" }
  return unsafe String(cString: value)
}
