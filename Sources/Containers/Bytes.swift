extension ArraySlice<UInt8> {
    /// True when the bytes occur in this slice, side by side. It is many times as fast as the library's search in texts
    /// and in collections.
    package func contains(part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        guard count >= part.count else { return false }
        let rest = part.dropFirst()
        return (startIndex...endIndex - part.count).contains { start in
            self[start] == first && rest.elementsEqual(self[start + 1..<start + part.count])
        }
    }
}
