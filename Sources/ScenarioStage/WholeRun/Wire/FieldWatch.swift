import ScenarioLanguage
import ScenarioVocabulary
import Timing
import Wire

/// Checks the fields of bodies: each has the shape of wire.md, and one with its default value is absent. Client and
/// server share one coder, so neither would notice a field that both omit.
struct FieldWatch {
    /// The number of bodies that are still checked. The later bodies of a long run resemble the earlier ones.
    private var rest = 1000
    /// The last body that was read; nil for one that is not checked.
    private(set) var body: CBOR.Map?
    /// True while bodies are checked.
    var isReading: Bool { rest > 0 }

    /// Processes a body in one message; returns the violation of its fields.
    ///
    /// - Parameters:
    ///   - request: The request, or the one that a response belongs to; nil when that is unknown.
    ///   - now: The date; nil when dates are not exact.
    mutating func violation(
        of bytes: ArraySlice<UInt8>, _ request: RequestLine?, isRequest: Bool, at now: Timestamp?
    ) -> String? {
        body = nil
        guard rest > 0, case .map(let map)? = try? CBOR(decoding: Array(bytes)) else { return nil }
        rest -= 1
        body = map
        return Self.violation(in: map) ?? Self.violation(ofShape: map, request, isRequest: isRequest, at: now)
            ?? BodyFacts.violation(of: map)
    }

    /// Returns the violation of a refusal's body.
    mutating func violation(ofRefusal bytes: ArraySlice<UInt8>) -> String? {
        body = nil
        guard rest > 0, case .map(let map)? = try? CBOR(decoding: Array(bytes)) else { return nil }
        body = map
        return BodyShapes(now: nil).violation(map, ofOneOf: ["api-error"]) ?? RefusalWords.violation(of: map)
    }

    private static func violation(
        ofShape map: CBOR.Map, _ request: RequestLine?, isRequest: Bool, at now: Timestamp?
    ) -> String? {
        guard let request, let route = WireTables.route(request.method, request.path) else { return nil }
        return BodyShapes(now: now).violation(map, ofOneOf: isRequest ? route.request : route.response)
    }

    private static func violation(in map: CBOR.Map) -> String? {
        for (key, value) in map {
            guard case .text(let name) = key, !opaque.contains(name), !tables.contains(name) else { continue }
            if let text = violation(name, value) { return text }
        }
        return nil
    }

    private static func violation(_ name: String, _ value: CBOR) -> String? {
        switch value {
        case .boolean(false) where !sentWhenFalse.contains(name): "its \(name) is false, and should be absent"
        case .unsigned(0) where absentWhenZero.contains(name): "its \(name) is 0, and should be absent"
        case .array([]): "its \(name) is empty, and should be absent"
        case .array(let elements): elements.lazy.compactMap(violation(inPart:)).first
        default: violation(inPart: value)
        }
    }

    private static func violation(inPart value: CBOR) -> String? {
        guard case .map(let map) = value else { return nil }
        return violation(in: map)
    }
}

extension FieldWatch {
    /// The fields with contents of applications or with parts of settings.
    private static let opaque: Set<String> = ["custom", "filter", "settings_override", "data"]
    /// The fields with values by roles. A role may have no capabilities.
    private static let tables: Set<String> = ["capabilities_by_role"]
    /// The Booleans that are always sent, because their absence has another meaning or they have no default.
    private static let sentWhenFalse: Set<String> = [
        "active", "camera_default_on", "can_publish_audio", "can_publish_video", "can_screenshare", "enable_rtc_stats",
        "enabled", "mic_default_on", "muted", "paused", "speaker_default_on",
    ]
    private static let absentWhenZero: Set<String> = [
        "anonymous", "anonymous_participant_count", "audio_level", "max_participants", "reconnect_attempt",
    ]
}
