import Loop
import ScenarioLanguage
import Signaling
import Timing
import Wire

/// The tokens of participants.
extension Stage {
    /// Returns a token of the kind that the scenario gives the participant, valid from now.
    func token(of spec: ParticipantSpec) -> [UInt8] {
        token(spec, at: loop.date, lifetime: spec.tokenLifetime)
    }

    /// Returns a token that is valid under both clocks during the whole run, because a driver cannot request another
    /// one.
    func lastingToken(of spec: ParticipantSpec) -> [UInt8] {
        token(spec, at: .virtualStart, lifetime: .seconds(100 * 365 * 86_400))
    }

    private func token(_ spec: ParticipantSpec, at date: Timestamp, lifetime: Duration) -> [UInt8] {
        let cid = spec.tokenCall.flatMap { CallCid($0) }
        let (issued, lifetime): (Timestamp, Duration) =
            switch spec.token {
            case .valid, .forged, .foreign: (date, lifetime)
            case .expired: (date.advanced(by: .seconds(-7200)), .seconds(3600))
            case .early: (date.advanced(by: .seconds(120)), lifetime)
            }
        let user = spec.token == .foreign ? "another-user" : spec.user
        let token = AccessToken(
            userId: user, issuedAt: issued, expiresAt: issued.advanced(by: lifetime), callCid: cid)
        return token.signed(with: spec.token == .forged ? secret.reversed() : secret)
    }
}
