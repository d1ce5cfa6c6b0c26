import Harness
import Reporting
import ScenarioDrivers
import Signaling
import Wire

extension Parser {
    /// Reads a body of the type that the first byte selects.
    func readBody(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        let type = Self.bodies[Int(choice) % Self.bodies.count]
        must(type.isReadBack(Array(bytes.dropFirst())), "\(type): what is written is read back as something else")
    }

    private static let bodies: [any Body.Type] =
        CallAction.allCases.flatMap { [$0.shape.request, $0.shape.response] }
        + ClientAction.allCases.flatMap { [$0.shape.request, $0.shape.response] }
        + bodiesOfSFUs + [ConnectRequest.self, APIError.self]

    /// The bodies of each route's request and response, in the order of the routes.
    private static let bodiesOfSFUs: [any Body.Type] = [
        SFUJoinRequest.self, SFUJoinResponse.self, SFULeaveRequest.self, EmptyBody.self, SFUHealthRequest.self,
        SFUHealthResponse.self, SetPublisherRequest.self, EmptyBody.self, UpdateMuteStatesRequest.self, EmptyBody.self,
        UpdateSubscriptionsRequest.self, EmptyBody.self, SendStatsRequest.self, EmptyBody.self,
        NoiseCancellationRequest.self, EmptyBody.self, NoiseCancellationRequest.self, EmptyBody.self,
    ]

    /// Reads the output of a driver, line by line.
    func readDriver(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        for (number, line) in lines.enumerated() {
            guard case .send(let datagram, _)? = try? DriverMessage(Array(line), number: number + 1) else { continue }
            must(datagram.count <= DriverLimits.datagram, "a datagram is longer than the limit")
        }
    }

    func readCapsule(_ bytes: [UInt8]) {
        guard let capsule = try? Capsule(reading: bytes) else { return }
        let written = capsule.bytes
        must((try? Capsule(reading: written))?.bytes == written, "what is written is read back as something else")
    }

    func readUsers(_ bytes: [UInt8]) {
        _ = UsersFile(bytes, file: "users.yaml").isValid
    }

    func readReport(_ bytes: [UInt8]) {
        guard let result = try? JSONReport.result(from: bytes) else { return }
        must(result.selected >= result.verdicts.count, "fewer scenarios are selected than judged")
        must((try? JSONReport.result(from: JSONReport.bytes(of: result))) != nil, "what is written cannot be read back")
    }
}

extension Body {
    /// True when the bytes are no such body, or one that is written and read back as the same.
    fileprivate static func isReadBack(_ bytes: [UInt8]) -> Bool {
        guard let body = try? Self(decoding: bytes) else { return true }
        let written = body.encoded()
        return (try? Self(decoding: written))?.encoded() == written
    }
}
