extension SDP {
    /// The streams on which an offer and its answer agree (RFC 3264 section 6).
    package struct Agreement: Hashable, Sendable {
        /// A medium of both descriptions.
        package struct Stream: Hashable, Sendable {
            package let kind: String
            package let answered: Media
            /// The formats of the answer that the offer has, in the answer's order.
            package let formats: [String]
        }

        /// The accepted streams.
        package let streams: [Stream]
        /// The number of media that the answer rejects.
        package let rejected: Int
    }

    /// The reason for which a description does not answer an offer.
    package enum AnswerError: Error, Hashable, Sendable {
        /// The answer has another number of media.
        case mediaCount(offered: Int, answered: Int)
        /// A medium has another kind or transport.
        case otherMedium(index: Int)
        /// An accepted medium has no format of the offer.
        case noFormat(index: Int)
    }
}

extension SDP.Agreement {
    /// Combines an offer with its answer. Media correspond by their order.
    package init(offer: SDP.Description, answer: SDP.Description) throws(SDP.AnswerError) {
        guard offer.media.count == answer.media.count else {
            throw .mediaCount(offered: offer.media.count, answered: answer.media.count)
        }
        var streams: [Stream] = []
        for (index, pair) in zip(offer.media, answer.media).enumerated() where pair.0.port != 0 && pair.1.port != 0 {
            streams.append(try Stream(pair.0, pair.1, index: index))
        }
        self.streams = streams
        rejected = offer.media.count - streams.count
    }
}

extension SDP.Agreement.Stream {
    fileprivate init(_ offered: SDP.Media, _ answered: SDP.Media, index: Int) throws(SDP.AnswerError) {
        guard offered.kind == answered.kind, offered.transport == answered.transport else {
            throw .otherMedium(index: index)
        }
        formats = answered.formats.filter(offered.formats.contains)
        guard !formats.isEmpty else { throw .noFormat(index: index) }
        kind = offered.kind
        self.answered = answered
    }
}

extension SDP.AnswerError: CustomStringConvertible {
    /// The problem. Media are counted from 1.
    package var description: String {
        switch self {
        case .mediaCount(let offered, let answered): "the offer has \(offered) media, and the answer \(answered)"
        case .otherMedium(let index): "medium \(index + 1) has another kind or transport than the offer"
        case .noFormat(let index): "medium \(index + 1) has no format of the offer"
        }
    }
}
