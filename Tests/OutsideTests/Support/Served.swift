import Foundation
import Testing
import Wire

/// A running `rollcall serve` with what it told of itself.
final class Served {
    let program: Running
    let coordinator: SocketAddress
    let sfu: SocketAddress
    /// The key for proofs of requests, in hexadecimal.
    let key: String
    /// The users' tokens, in hexadecimal.
    let tokens: [String: String]

    init(_ words: String...) throws {
        let log = words.contains("--log") ? [] : ["--log", "off"]
        program = try Running(Program(built: "rollcall"), ["serve", "--port", "0"] + log + words)
        let lines = program.read(until: "ready").map { $0.split(separator: " ").map(String.init) }
        try #require(lines.last == ["ready"], "rollcall serve said \(lines)")
        let addresses = Dictionary(uniqueKeysWithValues: lines.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil })
        coordinator = try #require(addresses["coordinator"].flatMap(SocketAddress.init(text:)))
        sfu = try #require(addresses["sfu-1"].flatMap(SocketAddress.init(text:)))
        key = try #require(addresses["key"])
        tokens = Dictionary(
            uniqueKeysWithValues: lines.compactMap { $0.count == 3 && $0[0] == "token" ? ($0[1], $0[2]) : nil })
    }

    /// The token of a user as bytes.
    func token(_ user: String) throws -> [UInt8] {
        let digits = Array(try #require(tokens[user]))
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    /// Ends it, and returns its output.
    func end() -> Program.Outcome {
        program.terminate()
        return program.outcome()
    }
}

extension SocketAddress {
    init?(text: String) {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let host = HostAddress(parts[0]), let port = UInt16(parts[1]) else { return nil }
        self.init(host: host, port: port)
    }
}
