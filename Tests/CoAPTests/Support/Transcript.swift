import Timing
import Wire

/// The sent messages, one line each, as the RFCs' figures show them: message IDs and tokens are numbered in the
/// order of their first appearance.
struct Transcript {
    private(set) var lines: [String] = []
    private(set) var messages: [(at: Instant, from: Conversation.Side, message: CoAP.Message)] = []
    private var messageIDs: [UInt16] = []
    private var tokens: [CoAP.Token] = []

    mutating func note(_ bytes: [UInt8], from side: Conversation.Side, at now: Instant, isLost: Bool) {
        guard let message = try? CoAP.Message(decoding: bytes) else {
            lines.append("\(side.rawValue) \(bytes.count) bytes that are not a message")
            return
        }
        messages.append((now, side, message))
        var parts = [side.rawValue, "\(message.type)", name(message.messageID)]
        if !message.code.isEmpty { parts.append("\(message.code)") }
        if message.code.isRequest { parts.append("/" + message.options.uriPath.joined(separator: "/")) }
        if message.token.count > 0 { parts.append(name(message.token)) }
        if let observe = message.options.observe { parts.append("Observe:\(observe)") }
        if let block = message.options.block1 { parts.append("1:\(block)") }
        if let block = message.options.block2 { parts.append("2:\(block)") }
        if !message.payload.isEmpty, let text = String(validating: message.payload, as: UTF8.self), text.utf8.count < 30
        {
            parts.append("\"\(text)\"")
        }
        lines.append(parts.joined(separator: " ") + (isLost ? " ✗" : ""))
    }

    private mutating func name(_ messageID: UInt16) -> String {
        if !messageIDs.contains(messageID) { messageIDs.append(messageID) }
        return "m\((messageIDs.firstIndex(of: messageID) ?? 0) + 1)"
    }

    private mutating func name(_ token: CoAP.Token) -> String {
        if !tokens.contains(token) { tokens.append(token) }
        return "t\((tokens.firstIndex(of: token) ?? 0) + 1)"
    }
}
