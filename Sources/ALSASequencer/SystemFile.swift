internal import Glibc

/// The text of a file of the system; nothing where it can't be read.
func textOfFile(_ path: String) -> String? {
  guard let file = unsafe fopen(path, "re") else { return nil }
  defer { unsafe fclose(file) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = unsafe fread(&piece, 1, piece.count, file)
    guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
    bytes += piece[..<count]
  }
}

/// The first line of a file of the system, such as one that holds a name; nothing where it is empty or can't be read.
func firstLine(ofFile path: String) -> String? {
  guard let line = textOfFile(path)?.prefix(while: { $0 != "\n" }), !line.isEmpty else { return nil }
  return String(line)
}
