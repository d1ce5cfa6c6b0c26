/// The position of a response in the coordinator's event stream: the last event that the response includes.
struct StreamPosition: Hashable, Sendable {
    /// The number of the event stream at the response's arrival.
    let stream: Int
    /// The number of the event in that stream; nil for a response without a position.
    let number: Int?

    /// True when the response includes the event with this number of the current stream.
    func includes(_ event: Int?, ofStream current: Int) -> Bool {
        guard stream == current, let event, let number else { return false }
        return event <= number
    }
}
