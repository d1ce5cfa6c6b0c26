import Synchronization
import Wire

/// A permission of a user in a call (`semantics.md` 3.6). An unknown capability keeps its text.
public struct OwnCapability: RawRepresentable, Hashable, Comparable, Sendable {
    /// The encoded text.
    public let rawValue: String

    /// Creates a capability from its encoded text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Compares the texts. Most of them differ in length.
    @inlinable
    public static func == (lhs: OwnCapability, rhs: OwnCapability) -> Bool {
        lhs.rawValue.utf8.count == rhs.rawValue.utf8.count && lhs.rawValue == rhs.rawValue
    }

    /// Orders capabilities by text.
    public static func < (lhs: OwnCapability, rhs: OwnCapability) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    private init(_ text: String) { rawValue = text }

    /// Block users.
    public static let blockUsers = OwnCapability("block-users")
    /// Change the maximum duration of the call.
    public static let changeMaxDuration = OwnCapability("change-max-duration")
    /// Create a call.
    public static let createCall = OwnCapability("create-call")
    /// Send reactions and raise a hand.
    public static let createReaction = OwnCapability("create-reaction")
    /// Enable noise cancellation.
    public static let enableNoiseCancellation = OwnCapability("enable-noise-cancellation")
    /// End the call for everyone.
    public static let endCall = OwnCapability("end-call")
    /// Join while the call is in backstage.
    public static let joinBackstage = OwnCapability("join-backstage")
    /// Join the call.
    public static let joinCall = OwnCapability("join-call")
    /// Join a call that has ended.
    public static let joinEndedCall = OwnCapability("join-ended-call")
    /// Remove a user from the current session.
    public static let kickUser = OwnCapability("kick-user")
    /// Mute other users.
    public static let muteUsers = OwnCapability("mute-users")
    /// Pin a participant for everyone.
    public static let pinForEveryone = OwnCapability("pin-for-everyone")
    /// Read the call.
    public static let readCall = OwnCapability("read-call")
    /// Remove a member.
    public static let removeCallMember = OwnCapability("remove-call-member")
    /// Share the screen.
    public static let screenshare = OwnCapability("screenshare")
    /// Publish audio.
    public static let sendAudio = OwnCapability("send-audio")
    /// Publish video.
    public static let sendVideo = OwnCapability("send-video")
    /// Start broadcasting.
    public static let startBroadcastCall = OwnCapability("start-broadcast-call")
    /// Stop broadcasting.
    public static let stopBroadcastCall = OwnCapability("stop-broadcast-call")
    /// Start closed captions.
    public static let startClosedCaptionsCall = OwnCapability("start-closed-captions-call")
    /// Stop closed captions.
    public static let stopClosedCaptionsCall = OwnCapability("stop-closed-captions-call")
    /// Start recording.
    public static let startRecordCall = OwnCapability("start-record-call")
    /// Stop recording.
    public static let stopRecordCall = OwnCapability("stop-record-call")
    /// Start transcription.
    public static let startTranscriptionCall = OwnCapability("start-transcription-call")
    /// Stop transcription.
    public static let stopTranscriptionCall = OwnCapability("stop-transcription-call")
    /// Change the call.
    public static let updateCall = OwnCapability("update-call")
    /// Change a member.
    public static let updateCallMember = OwnCapability("update-call-member")
    /// Grant and revoke capabilities.
    public static let updateCallPermissions = OwnCapability("update-call-permissions")
    /// Change the call's settings.
    public static let updateCallSettings = OwnCapability("update-call-settings")

    /// All capabilities with a documented meaning.
    public static let all: [OwnCapability] = [
        blockUsers, changeMaxDuration, createCall, createReaction, enableNoiseCancellation, endCall, joinBackstage,
        joinCall, joinEndedCall, kickUser, muteUsers, pinForEveryone, readCall, removeCallMember, screenshare,
        sendAudio, sendVideo, startBroadcastCall, stopBroadcastCall, startClosedCaptionsCall, stopClosedCaptionsCall,
        startRecordCall, stopRecordCall, startTranscriptionCall, stopTranscriptionCall, updateCall, updateCallMember,
        updateCallPermissions, updateCallSettings,
    ]
}

extension OwnCapability: FieldValue {
    package static let listCache: DecodeCache<[OwnCapability]>? = DecodeCache(bits: 4)

    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> OwnCapability {
        OwnCapability(rawValue: try String.read(at: position, &coder))
    }

    package static func write(_ capability: OwnCapability, _ coder: inout BodyCoder) {
        coder.writer.write(capability.rawValue)
    }

    package static func writeList(_ capabilities: [OwnCapability], _ coder: inout BodyCoder) {
        coder.writer.write(encoded: CapabilityLists.all.encoding(of: capabilities))
    }
}

/// A cache of encoded capability lists. Each role of a call type has a list that many responses repeat.
final class CapabilityLists: Sendable {
    private struct Entry: Sendable {
        let list: [OwnCapability]
        let encoding: [UInt8]
    }

    /// The cached lists, newest last.
    private let entries = Mutex<[Entry]>([])
    private static let greatestCount = 8

    static let all = CapabilityLists()

    /// Returns the list as an encoded item. Copies of one list compare fast, because they share their storage.
    func encoding(of list: [OwnCapability]) -> [UInt8] {
        entries.withLock { entries in
            if let entry = entries.first(where: { $0.list == list }) { return entry.encoding }
            let encoding = CBOR.array(list.map { .text($0.rawValue) }).encoded()
            if entries.count == Self.greatestCount { entries.removeFirst() }
            entries.append(Entry(list: list, encoding: encoding))
            return encoding
        }
    }
}
