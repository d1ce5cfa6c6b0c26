/// A value that a client shows otherwise than a server holds it.
///
/// Its words are written when they are read, because most differences settle before.
package struct ViewDifference: CustomStringConvertible {
    private let write: () -> String

    package init(_ write: @escaping () -> String) {
        self.write = write
    }

    /// The name of the value and both values.
    package var description: String { write() }

    /// Returns the difference as one of a part of something with a name.
    package func within(_ name: String) -> ViewDifference {
        ViewDifference { "\(name).\(self)" }
    }
}
