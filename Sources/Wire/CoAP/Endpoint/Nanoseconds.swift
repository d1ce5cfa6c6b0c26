import Timing

/// A duration inside the machine. Instants use this unit; converting durations for each message would cost more than
/// the rest of the message layer.
typealias Nanoseconds = Int64

extension Instant {
    /// Returns the later instant, clamped to the end of the range.
    func later(by wait: Nanoseconds) -> Instant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(wait)
        return overflow ? .distantFuture : Instant(nanoseconds: sum)
    }
}

extension Nanoseconds {
    /// Twice the value, clamped to the end of the range.
    var doubled: Nanoseconds {
        let (product, overflow) = multipliedReportingOverflow(by: 2)
        return overflow ? .max : product
    }
}

extension CoAP.TransmissionParameters {
    /// The durations of the parameters, computed once.
    struct Waits: Sendable {
        let shortestTimeout: Nanoseconds
        /// The difference between the longest and the shortest timeout.
        let timeoutSpread: Double
        let acknowledgementDelay: Nanoseconds
        let response: Nanoseconds
        let fetch: Nanoseconds
        /// The lifetime of stored messages and bodies.
        let lifetime: Nanoseconds
        /// The time in which a message that is not confirmable has duplicates.
        let nonLifetime: Nanoseconds

        init(_ parameters: CoAP.TransmissionParameters) {
            shortestTimeout = max(parameters.acknowledgementTimeout.nanoseconds, 0)
            timeoutSpread = Double(shortestTimeout) * max(parameters.acknowledgementRandomFactor - 1, 0)
            acknowledgementDelay = max(parameters.acknowledgementDelay.nanoseconds, 0)
            response = max((parameters.responseTimeout ?? parameters.exchangeLifetime).nanoseconds, 0)
            fetch = parameters.maxTransmitWait.nanoseconds
            lifetime = parameters.exchangeLifetime.nanoseconds
            nonLifetime = parameters.nonLifetime.nanoseconds
        }

        /// Returns the first retransmission timeout. `unit`, in `0..<1`, chooses between the bounds. Whole milliseconds
        /// keep journals readable.
        func initialTimeout(unit: Double) -> Nanoseconds {
            let longest = Double(Int64.max / 2)
            let stretched = Int64(min(Double(shortestTimeout) + unit * timeoutSpread, longest))
            return max(shortestTimeout, stretched / 1_000_000 * 1_000_000)
        }
    }
}
