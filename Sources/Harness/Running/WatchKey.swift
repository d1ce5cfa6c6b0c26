/// A key of `run --watch`, pressed while it waits for changes.
enum WatchKey: Character, CaseIterable {
    case again = "r"
    case failed = "f"
    case all = "a"
    case quit = "q"

    /// Creates the key of a byte from the terminal; nil for one without a meaning.
    init?(byte: Int32) {
        guard let byte = UInt8(exactly: byte), byte != 0 else { return nil }
        let isEnter = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        self.init(rawValue: isEnter ? "r" : Character(Unicode.Scalar(byte)))
    }

    /// The line that explains the keys.
    static let help = "r or enter: run again, f: only failed, a: all, q: quit\n"
}
