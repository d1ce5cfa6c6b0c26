internal import Backend
internal import CallCore
internal import Chance

extension Words {
    /// Why a server can take a datagram for nothing: the cases of `MediaDrop`, and what the message layer says.
    public static let drops = Words("reason of a drop", CallBackend.dropReasons)
    /// The cases of `MediaRefusal`.
    public static let refusedMedia = Words("reason of a refusal", MediaRefusal.allCases.map(\.rawValue))
    /// The cases of `LossReason`.
    public static let lossReasons = Words("reason of a loss", LossReason.allCases.map(\.rawValue))
    /// The cases of `FlapChange.Kind`.
    public static let flapKinds = Words("way to flap", FlapChange.Kind.allCases.map(\.rawValue))
}
