import Signaling
import Testing
import Timing

@testable import BackendCore

/// The limits of memory and work that one client can cause at a server.
@Suite struct StrangerTests {
    @Test func `the limiter drops users that are within their limit again`() throws {
        var limiter = RateLimiter(RateLimit(requests: 10, window: .seconds(1)))
        for number in 0..<100_000 {
            try limiter.take("guests at \(number)", at: Instant(nanoseconds: Int64(number) * 1_000_000))
        }
        #expect(limiter.count < 3_000)
    }

    @Test func `a request that costs more is refused sooner`() throws {
        var limiter = RateLimiter(RateLimit(requests: 10, window: .seconds(1)))
        for _ in 0..<2 { try limiter.take("alice", cost: 5, at: .start) }
        #expect(throws: APIError.self) { try limiter.take("alice", at: .start) }
        try limiter.take("bob", cost: 1_000, at: .start)
    }
}
