import Testing
import Timing
import Wire

@testable import Signaling

/// The least and the greatest values of fields.
@Suite struct FieldBorderTests {
    private func value<Form: FieldForm>(_ item: CBOR, as form: Form.Type) throws(BodyError) -> Form.Value {
        var coder = BodyCoder(reading: CBOR.Index(.map(["field": item])))
        guard let position = coder.position(of: "field") else { throw .missing(field: "field") }
        return try Form.read(at: position, &coder)
    }

    private func problem<Form: FieldForm>(_ item: CBOR, as form: Form.Type) -> String? {
        do {
            _ = try value(item, as: form)
            return nil
        } catch { return error.description }
    }

    private func encoding<Form: FieldForm>(_ value: Form.Value, as form: Form.Type) -> [UInt8] {
        var coder = BodyCoder()
        Form.write(value, &coder)
        return coder.encoded()
    }

    @Test func `a duration is a whole number of its unit, of a day at most`() throws {
        #expect(try value(0, as: Milliseconds.self) == .zero)
        #expect(try value(1, as: Milliseconds.self) == .milliseconds(1))
        #expect(try value(86_400_000, as: Milliseconds.self) == .seconds(86_400))
        let milliseconds = "field must lie between 0 and 86400000 milliseconds"
        #expect(problem(86_400_001, as: Milliseconds.self) == milliseconds)
        #expect(problem(-1, as: Milliseconds.self) == milliseconds)
        #expect(try value(86_400_000_000, as: Microseconds.self) == .seconds(86_400))
        #expect(
            problem(86_400_000_001, as: Microseconds.self)
                == "field must lie between 0 and 86400000000 microseconds")
        #expect(try value(4_000_000_000, as: Seconds.self) == .seconds(4_000_000_000))
        #expect(problem(4_000_000_001, as: Seconds.self) == "field must lie between 0 and 4000000000 seconds")
        #expect(encoding(.milliseconds(1_500), as: Milliseconds.self) == CBOR.integer(1_500).encoded())
        #expect(encoding(.microseconds(1_500_001), as: Microseconds.self) == CBOR.integer(1_500_001).encoded())
        #expect(encoding(.milliseconds(1_999), as: Seconds.self) == CBOR.integer(1).encoded())
    }

    @Test func `a number has the range of its kind`() throws {
        #expect(try value(0, as: Int.self) == 0)
        #expect(problem(-1, as: Int.self) == "field must not be negative")
        #expect(try value(4_294_967_295, as: UInt32.self) == .max && value(0, as: UInt32.self) == 0)
        #expect(problem(4_294_967_296, as: UInt32.self) == "field must fit 32 bits")
        #expect(problem(-1, as: UInt32.self) == "field must fit 32 bits")
        #expect(try value(1, as: Port.self) == 1 && value(65_535, as: Port.self) == 65_535)
        for port: CBOR in [0, 65_536] {
            #expect(problem(port, as: Port.self) == "field must lie between 1 and 65535")
        }
        #expect(try value(-7, as: Int64.self) == -7 && value(2, as: Double.self) == 2)
        #expect(problem("x", as: Double.self) == "field must be a number")
        #expect(problem("x", as: Int64.self) == "field must be a whole number")
        #expect(problem("x", as: Timestamp.self) == "field must be a date in milliseconds")
        #expect(problem(1, as: Bool.self) == "field must be true or false")
        #expect(problem(1, as: AnyMap.self) == "field must be a map")
        #expect(problem(1, as: TableOf<Int>.self) == "field must be a map")
        #expect(problem(1, as: ListOf<Int>.self) == "field must be a list")
        #expect(problem([1, -2], as: ListOf<Int>.self) == "field[1] must not be negative")
        #expect(problem(["a": -2], as: TableOf<Int>.self) == "field.a must not be negative")
    }

    @Test func `a text has the length and the characters of its kind`() throws {
        #expect(try value("en", as: Language.self) == "en" && value("abcdefgh", as: Language.self) == "abcdefgh")
        #expect(try value("az", as: Language.self) == "az")
        for text: CBOR in ["e", "abcdefghi", "eN", "e1", "e`", "e{", ""] {
            #expect(problem(text, as: Language.self) == "field must be two to eight small letters, such as en")
        }
        let longest = String(repeating: "a", count: 64)
        for text in ["a", "z", "A", "Z", "0", "9", "-", "_", longest] {
            #expect(try value(.text(text), as: StorageName.self) == text)
        }
        for text in ["", longest + "a", "@", "[", "`", "{", "/", ":", ".", " ", "é"] {
            let problem = problem(.text(text), as: StorageName.self)
            #expect(problem == "field must be 1 to 64 letters, digits, - and _")
        }
        #expect(problem("", as: Name.self) == "field must not be empty")
        #expect(problem("", as: CallCid.self) == "field must be a call as type:id")
        #expect(problem(":a", as: CallCid.self) == "field must be a call as type:id")
        #expect(problem("a:", as: CallCid.self) == "field must be a call as type:id")
        #expect(problem("on", as: FeatureMode.self) == "field must be one of available, disabled, auto-on")
    }

    @Test func `a number of an unknown meaning has the fallback of its kind`() throws {
        #expect(try value(9, as: ReconnectStrategy.self) == .unspecified)
        #expect(try value(9, as: TrackUnpublishReason.self) == .unspecified)
        #expect(try value(-1, as: ConnectionQuality.self) == .unknown)
        #expect(try value(99, as: ParticipantSource.self) == .unrecognized)
        #expect(try value(9, as: CallEndedReason.self) == .unspecified)
        #expect(try value(9, as: GoAwayReason.self) == .unspecified)
        #expect(try value(.integer(.max), as: GoAwayReason.self) == .unspecified)
        #expect(try value([1, 9, 4, 2], as: ListOf<TrackType>.self) == [.audio, .screenShareAudio, .video])
    }

    @Test func `numbers and words on the wire are those of the document`() {
        #expect(TrackType.allCases.map(\.name) == ["audio", "video", "screenshare", "screenshare_audio"])
        #expect(TrackType.allCases.map(\.capability) == [.sendAudio, .sendVideo, .screenshare, .screenshare])
        #expect(TrackType.allCases.map(\.payloadType) == [0, 31, 31, 0])
        #expect(TrackType.allCases.map(\.clockRate) == [8000, 90_000, 90_000, 8000])
        #expect(TrackType.allCases.map(\.isSound) == [true, false, false, true])
        #expect(MediaFormat.audioLevelElement == 1 && MediaFormat.port == 5004)
        #expect(MediaFormat.usernameOfSFU(for: "a") == "sfu:a")
        #expect(ParticipantSource.ingress == [.rtmp, .srt, .whip, .rtsp])
        #expect(SFUParticipant.recordingUserId == "recording-egress")
        let mutes = MuteUsersRequest(audio: true, video: true, screenshare: true, screenshareAudio: true)
        #expect(mutes.trackTypes == [.audio, .video, .screenShare, .screenShareAudio])
        #expect(MuteUsersRequest().trackTypes.isEmpty && MuteUsersRequest(video: true).trackTypes == [.video])
        #expect(User.guest("a", name: "A").isGuest && !User.guest("a").isAnonymous && User.guest("a").name == "a")
        #expect(User.anonymous.isAnonymous && !User.anonymous.isGuest && User.anonymous.id == "!anon")
    }

    @Test func `capabilities are those of the document, in its order`() {
        #expect(
            OwnCapability.all.map(\.rawValue) == [
                "block-users", "change-max-duration", "create-call", "create-reaction", "enable-noise-cancellation",
                "end-call", "join-backstage", "join-call", "join-ended-call", "kick-user", "mute-users",
                "pin-for-everyone", "read-call", "remove-call-member", "screenshare", "send-audio", "send-video",
                "start-broadcast-call", "stop-broadcast-call", "start-closed-captions-call",
                "stop-closed-captions-call", "start-record-call", "stop-record-call", "start-transcription-call",
                "stop-transcription-call", "update-call", "update-call-member", "update-call-permissions",
                "update-call-settings",
            ])
        for capability in OwnCapability.all {
            #expect(encoding(capability, as: OwnCapability.self) == CBOR.text(capability.rawValue).encoded())
        }
        let grants = CallGrants([.sendAudio, .screenshare])
        #expect(grants.applied(to: [.updateCall, .sendVideo]) == [.screenshare, .sendAudio, .updateCall])
    }

    @Test func `a refusal has the response code and the text of its kind`() {
        let codes: [(APIError.Code, CoAP.Code)] = [
            (.inputError, .badRequest), (.tokenExpired, .unauthorized), (.tokenInvalid, .unauthorized),
            (.connectionNotFound, .unauthorized), (.proofInvalid, .unauthorized), (.notAllowed, .forbidden),
            (.callEnded, .forbidden), (.addressUnproven, .forbidden), (.sessionOver, .forbidden),
            (.callNotFound, .notFound), (.notFound, .notFound), (.methodNotAllowed, .methodNotAllowed),
            (.tooLarge, .requestEntityTooLarge), (.rateLimited, .tooManyRequests), (.wrongState, .conflict),
            (.formatUnsupported, .unsupportedContentFormat), (.formatUnavailable, .notAcceptable),
            (.sfuFull, .serviceUnavailable), (.internalError, .internalServerError),
        ]
        for (kind, code) in codes { #expect(APIError(kind, "m", advice: "a").responseCode == code, "\(kind)") }
        #expect(Set(codes.map(\.0)) == Set(APIError.Code.allCases))
        #expect(APIError { $0.code = 12_345 }.responseCode == .internalServerError)
        #expect(APIError(.notFound, "m", advice: "a").description == "m (a)")
        #expect(APIError { $0.message = "m" }.description == "m")
        #expect(SFUError(.sfuFull, "full").description == "full" && SFUError(.sfuFull, "full").kind == .sfuFull)
        #expect(!SFUError(.sfuFull, "full").shouldRetry)
        #expect(BodyError.notAMap(path: "a.b").description == "a.b must be a map")
    }

    @Test func `statistics of several clients are added, with the greatest jitter`() {
        let one = SubscriberStats { ($0.packetsReceived, $0.packetsLost, $0.jitter) = (5, 1, .milliseconds(2)) }
        let other = SubscriberStats { ($0.packetsReceived, $0.packetsLost, $0.jitter) = (7, 2, .milliseconds(1)) }
        let sum = SubscriberStats { ($0.packetsReceived, $0.packetsLost, $0.jitter) = (12, 3, .milliseconds(2)) }
        #expect(one.adding(other) == sum && other.adding(one) == sum)
        let most = PublisherStats { $0.packetsSent = .max }
        #expect(most.adding(PublisherStats { $0.packetsSent = 1 }) == most)
    }

    @Test func `a video of the standard size is written without a size`() throws {
        let reference = ParticipantReference { ($0.userId, $0.sessionId) = ("a", "s") }
        let usual = TrackSubscription(reference, .video, dimension: .standard)
        #expect(usual.dimension == nil)
        let size: CBOR = ["width": 1024, "height": 720]
        let map: CBOR.Map = ["user_id": "a", "session_id": "s", "track_type": 2, "dimension": size]
        #expect(try TrackSubscription(map) == usual)
        let other = TrackSubscription(reference, .video, dimension: VideoDimension(width: 720, height: 1024))
        #expect(other.dimension?.width == 720 && other != usual)
        #expect(TrackSubscription(reference, .audio) < usual && !(usual < TrackSubscription(reference, .audio)))
    }
}
