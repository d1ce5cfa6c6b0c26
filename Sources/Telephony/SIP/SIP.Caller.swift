extension SIP {
    /// The caller of one call, without I/O: an INVITE, its ACK, and a BYE (RFC 3261 sections 13, 15 and 17.1).
    package struct Caller: Sendable {
        /// The stages of a call, in order.
        package enum Stage: Hashable, Sendable {
            case idle
            /// The INVITE has no response.
            case inviting
            /// The INVITE has a provisional response.
            case proceeding
            /// CANCEL was sent, and the final response of the INVITE is due.
            case cancelling
            case established
            /// The BYE has no response.
            case leaving
            case over
        }

        /// An action of the shell.
        package enum Effect: Hashable, Sendable {
            case send([UInt8])
            /// Sends a message once more.
            case repeated([UInt8])
            /// Calls ``fire()`` after this time, and not at an earlier one.
            case wake(after: Duration)
            /// The callee is rung.
            case rung
            case answered
            /// The call is over; the reason of its failure, or nil.
            case ended(String?)
        }

        package private(set) var stage = Stage.idle
        private let messages: CallerMessages
        /// The request that is sent again until it has a response.
        private var request: [UInt8] = []
        /// The ACK, for each copy of the final response.
        private var ack: [UInt8] = []
        /// The dialog's `To` with its tag, the target and the route.
        private var dialog = CallerMessages.Dialog()
        private var interval = Duration.zero
        private var waited = Duration.zero
        private var hasRung = false

        /// T1, T2 and 64 T1 of RFC 3261 section 17.1.1.1.
        private static let first = Duration.milliseconds(500)
        private static let longest = Duration.seconds(4)
        private static let patience = Duration.seconds(32)

        package init(_ messages: CallerMessages) { self.messages = messages }

        /// Begins the call.
        package mutating func begin() -> [Effect] {
            stage = .inviting
            return ask(messages.invite())
        }

        /// Ends the call early.
        package mutating func end() -> [Effect] {
            switch stage {
            case .idle:
                stage = .over
                return [.ended(nil)]
            case .inviting, .proceeding:
                stage = .cancelling
                return ask(messages.cancel())
            case .established: return leave()
            case .cancelling, .leaving, .over: return []
            }
        }

        /// Takes a response of the call. One that no stage expects has no effect.
        package mutating func receive(_ response: FieldRanges, in bytes: [UInt8]) -> [Effect] {
            guard let status = response.status else { return [] }
            let isOfInvite = bytes[response.method].elementsEqual("INVITE".utf8)
            switch stage {
            case .inviting, .proceeding, .cancelling:
                return isOfInvite ? invited(status, response, bytes) : []
            case .established, .leaving:
                // A copy of the final response shows that the ACK was lost.
                if isOfInvite { return status >= 200 ? [.repeated(ack)] : [] }
                guard stage == .leaving, status >= 200, bytes[response.method].elementsEqual("BYE".utf8) else {
                    return []
                }
                stage = .over
                return [.ended(status < 300 ? nil : "the BYE was answered with \(status)")]
            case .idle: return []
            case .over: return isOfInvite && status >= 200 && !ack.isEmpty ? [.repeated(ack)] : []
            }
        }

        /// Takes that the time of the last `wake` has passed.
        package mutating func fire() -> [Effect] {
            switch stage {
            case .idle, .established, .over: return []
            // After a provisional response the callee takes its time, which the load limits.
            case .proceeding where waited < Self.patience:
                waited += interval
                return [.wake(after: interval)]
            case .inviting, .leaving, .cancelling, .proceeding: return waitedTooLong ?? sendAgain()
            }
        }

        // MARK: Steps

        private mutating func ask(_ message: [UInt8]) -> [Effect] {
            request = message
            (interval, waited) = (Self.first, .zero)
            return [.send(message), .wake(after: interval)]
        }

        private var waitedTooLong: [Effect]? {
            mutating get {
                waited += interval
                guard waited >= Self.patience else { return nil }
                let missing =
                    switch stage {
                    case .leaving: "the BYE has no response"
                    case .proceeding: "the INVITE has no final response"
                    case .cancelling: "the cancelled INVITE has no final response"
                    default: "the INVITE has no response"
                    }
                stage = .over
                return [.ended("\(missing) after 32 s")]
            }
        }

        private mutating func sendAgain() -> [Effect] {
            interval = stage == .inviting ? interval * 2 : Swift.min(interval * 2, Self.longest)
            return [.repeated(request), .wake(after: interval)]
        }

        private mutating func invited(_ status: Int, _ response: FieldRanges, _ bytes: [UInt8]) -> [Effect] {
            guard status >= 200 else {
                if stage == .inviting { stage = .proceeding }
                guard status > 100, status != 183, !hasRung else { return [] }
                hasRung = true
                return [.rung]
            }
            dialog = CallerMessages.Dialog(response, in: bytes)
            guard status < 300 else { return refused(status) }
            ack = messages.ack(dialog)
            guard stage != .cancelling else { return [.send(ack)] + leave() }
            stage = .established
            return [.answered, .send(ack)]
        }

        /// A refusal is acknowledged within the INVITE's transaction.
        private mutating func refused(_ status: Int) -> [Effect] {
            ack = messages.ackOfRefusal(dialog)
            let isWanted = stage == .cancelling
            stage = .over
            return [.send(ack), .ended(isWanted ? nil : "the INVITE was answered with \(status)")]
        }

        private mutating func leave() -> [Effect] {
            stage = .leaving
            return ask(messages.bye(dialog))
        }
    }
}
