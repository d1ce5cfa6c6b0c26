/// A value of a client that differs from the value at a server.
///
/// Its text is built on demand, because most differences settle first.
package struct ViewDifference: CustomStringConvertible {
    private let write: () -> String

    package init(_ write: @escaping () -> String) {
        self.write = write
    }

    /// The name of the value and both values.
    package var description: String { write() }

    /// Returns the difference with the name of its owner in front.
    package func within(_ name: String) -> ViewDifference {
        ViewDifference { "\(name).\(self)" }
    }
}
