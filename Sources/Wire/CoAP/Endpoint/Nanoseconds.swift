import Timing

/// A wait inside the machine. Instants count in these; turning durations into them for each message would cost more than
/// anything else that the message layer does.
typealias Nanoseconds = Int64

extension Instant {
    /// The instant that much later, held at the end of the range instead of overflowing.
    func later(by wait: Nanoseconds) -> Instant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(wait)
        return overflow ? .distantFuture : Instant(nanoseconds: sum)
    }
}

extension Nanoseconds {
    /// Twice as much, held at the end of the range instead of overflowing.
    var doubled: Nanoseconds {
        let (product, overflow) = multipliedReportingOverflow(by: 2)
        return overflow ? .max : product
    }
}

extension CoAP.TransmissionParameters {
    /// The waits of the parameters, worked out once.
    struct Waits: Sendable {
        let shortestTimeout: Nanoseconds
        /// By how much a timeout may be longer than the shortest.
        let timeoutSpread: Double
        let acknowledgementDelay: Nanoseconds
        let response: Nanoseconds
        let fetch: Nanoseconds
        /// The lifetime of remembered messages and bodies.
        let lifetime: Nanoseconds

        init(_ parameters: CoAP.TransmissionParameters) {
            shortestTimeout = max(parameters.acknowledgementTimeout.nanoseconds, 0)
            timeoutSpread = Double(shortestTimeout) * max(parameters.acknowledgementRandomFactor - 1, 0)
            acknowledgementDelay = max(parameters.acknowledgementDelay.nanoseconds, 0)
            response = max((parameters.responseTimeout ?? parameters.exchangeLifetime).nanoseconds, 0)
            fetch = parameters.maxTransmitWait.nanoseconds
            lifetime = parameters.exchangeLifetime.nanoseconds
        }

        /// How long to wait after the first transmission; `unit`, in `0..<1`, says where between the bounds. Whole
        /// milliseconds make journals easy to read.
        func initialTimeout(unit: Double) -> Nanoseconds {
            let longest = Double(Int64.max / 2)
            let stretched = Int64(min(Double(shortestTimeout) + unit * timeoutSpread, longest))
            return max(shortestTimeout, stretched / 1_000_000 * 1_000_000)
        }
    }
}
