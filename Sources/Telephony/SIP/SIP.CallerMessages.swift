extension SIP {
    /// The messages of one caller in one call.
    package struct CallerMessages: Sendable {
        /// The parts of the callee's response that further requests have (RFC 3261 section 12.1.2).
        package struct Dialog: Hashable, Sendable {
            /// `To` with the callee's tag.
            var to: [UInt8] = []
            /// The URI of the contact; empty without one.
            var target: [UInt8] = []
            /// The proxies between, the nearest first.
            var route: [[UInt8]] = []

            init() {}

            init(_ response: FieldRanges, in bytes: [UInt8]) {
                to = Array(bytes[response.to])
                target = Self.uri(bytes[response.contact])
                let values = response.recordRoutes.flatMap { bytes[$0].split(separator: UInt8(ascii: ",")) }
                route = values.reversed().map(Array.init)
            }

            /// The URI of an address, between brackets or up to its parameters.
            private static func uri(_ address: ArraySlice<UInt8>) -> [UInt8] {
                guard let open = address.firstIndex(of: UInt8(ascii: "<")) else {
                    return Array(address.prefix { $0 != UInt8(ascii: ";") })
                }
                return Array(address[(open + 1)...].prefix { $0 != UInt8(ascii: ">") })
            }
        }

        private let uri: String
        private let place: String
        private let fields: [UInt8]
        private let to: [UInt8]
        private let number: Int

        /// - Parameters:
        ///   - uri: The callee's URI.
        ///   - place: The caller's own address and port, as `Via` and `Contact` have them.
        ///   - number: The number of the call.
        ///   - tag: A part of identifiers that no other caller has.
        package init(to uri: String, from place: String, number: Int, tag: String) {
            self.uri = uri
            self.place = place
            self.number = number
            branch = "z9hG4bK\(tag)\(number)"
            to = Array("<\(uri)>".utf8)
            fields = Array(
                "From: <sip:rollcall@\(place)>;tag=\(tag)\(number)\r\nCall-ID: \(number)@\(tag)\r\nMax-Forwards: 70\r\n"
                    .utf8)
        }

        private let branch: String

        package func invite() -> [UInt8] {
            var text = head("INVITE", uri.utf8, branch: "i", to)
            text.add("CSeq: 1 INVITE\r\nContact: <sip:rollcall@\(place)>\r\nContent-Type: application/sdp\r\n")
            let body = self.body
            text.add("Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return text
        }

        func cancel() -> [UInt8] { closed(head("CANCEL", uri.utf8, branch: "i", to), "1 CANCEL") }

        func ackOfRefusal(_ dialog: Dialog) -> [UInt8] {
            closed(head("ACK", uri.utf8, branch: "i", dialog.to), "1 ACK")
        }

        func ack(_ dialog: Dialog) -> [UInt8] { closed(head("ACK", dialog, branch: "a"), "1 ACK") }

        func bye(_ dialog: Dialog) -> [UInt8] { closed(head("BYE", dialog, branch: "b"), "2 BYE") }

        // MARK: Parts

        private var body: String {
            let host = place.prefix { $0 != ":" }
            return "v=0\r\no=rollcall 1 1 IN IP4 \(host)\r\ns=-\r\nc=IN IP4 \(host)\r\nt=0 0\r\n"
                + "m=audio 6000 RTP/AVP 0\r\na=rtpmap:0 PCMU/8000\r\n"
        }

        private func head(_ method: String, _ dialog: Dialog, branch end: String) -> [UInt8] {
            var text =
                dialog.target.isEmpty
                ? head(method, uri.utf8, branch: end, dialog.to) : head(method, dialog.target, branch: end, dialog.to)
            for proxy in dialog.route {
                text.add("Route: ")
                text += proxy
                text.add("\r\n")
            }
            return text
        }

        private func head(_ method: String, _ target: some Sequence<UInt8>, branch end: String, _ to: [UInt8])
            -> [UInt8]
        {
            var text: [UInt8] = []
            text.reserveCapacity(640)
            text.add(method)
            text.add(" ")
            text += target
            text.add(" SIP/2.0\r\nVia: SIP/2.0/UDP ")
            text.add(place)
            text.add(";branch=")
            text.add(branch)
            text.add(end)
            text.add("\r\nTo: ")
            text += to
            text.add("\r\n")
            text += fields
            return text
        }

        private func closed(_ head: [UInt8], _ sequence: String) -> [UInt8] {
            var text = head
            text.add("CSeq: ")
            text.add(sequence)
            text.add("\r\nContent-Length: 0\r\n\r\n")
            return text
        }
    }
}

extension [UInt8] {
    fileprivate mutating func add(_ text: String) { append(contentsOf: text.utf8) }
}
