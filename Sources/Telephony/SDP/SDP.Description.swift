extension SDP {
    /// The parts of a session's description that decide about its media.
    package struct Description: Hashable, Sendable {
        /// The address for media without an own one.
        package let address: String?
        package let attributes: [Attribute]
        package let media: [Media]
    }

    /// An attribute, such as `sendrecv` or `rtpmap:0 PCMU/8000`.
    package struct Attribute: Hashable, Sendable {
        package let name: String
        package let value: String?
    }

    /// A medium: its kind, its transport address and its formats (RFC 8866 section 5.14).
    package struct Media: Hashable, Sendable {
        /// The kind, such as `audio`.
        package let kind: String
        /// The port at which the medium is received. Zero rejects or disables it.
        package let port: Int
        /// The transport, such as `RTP/AVP`.
        package let transport: String
        /// The formats. With RTP, these are payload types.
        package let formats: [String]
        /// The address at which the medium is received.
        package let address: String?
        package let attributes: [Attribute]
        /// The direction as the description's sender sees it.
        package let direction: Direction
    }

    /// The direction of a medium (RFC 3264 section 5.1).
    package enum Direction: String, Hashable, Sendable, CaseIterable {
        case sendrecv, sendonly, recvonly, inactive
    }
}

extension SDP.Media {
    /// A format with its encoding where the description names it, such as `8 PCMA/8000`.
    package func name(ofFormat format: String) -> String {
        for attribute in attributes where attribute.name == "rtpmap" {
            let parts = (attribute.value ?? "").split(separator: " ", maxSplits: 1)
            if parts.count == 2, parts[0] == format { return "\(format) \(parts[1])" }
        }
        return format
    }

    /// The port at which RTCP is received (RFC 3550 section 11, RFC 3605, RFC 5761).
    package var rtcpPort: Int {
        if attributes.contains(where: { $0.name == "rtcp-mux" }) { return port }
        let named = attributes.first { $0.name == "rtcp" }?.value?.split(separator: " ").first.flatMap { Int($0) }
        return named ?? port + 1
    }
}
