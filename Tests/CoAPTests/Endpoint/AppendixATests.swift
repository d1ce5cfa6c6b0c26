import Testing
import Wire

/// The message exchanges of RFC 7252 appendix A, seen on the wire.
@Suite struct AppendixATests {
    private let warm = CoAP.Response(code: .content, payload: Array("22.3 C".utf8), contentFormat: nil)

    private func conversation() -> Conversation {
        var conversation = Conversation()
        let warm = self.warm
        conversation.respond = { _ in warm }
        return conversation
    }

    @Test func `figures 16 and 17, confirmable request and piggybacked response`() {
        var conversation = conversation()
        conversation.get("temperature")
        conversation.run()
        #expect(
            conversation.transcript.lines == [
                "C→S CON m1 GET /temperature t1",
                "S→C ACK m1 2.05 Content t1 \"22.3 C\"",
            ])
        #expect(conversation.responses.map(\.response.payload) == [warm.payload])
    }

    @Test func `figure 18, the request is retransmitted`() {
        var conversation = conversation()
        conversation.lost = [1]
        conversation.get("temperature")
        conversation.run()
        #expect(
            conversation.transcript.lines == [
                "C→S CON m1 GET /temperature t1 ✗",
                "C→S CON m1 GET /temperature t1",
                "S→C ACK m1 2.05 Content t1 \"22.3 C\"",
            ])
        #expect(conversation.responses.count == 1)
    }

    @Test func `figure 19, the piggybacked response is retransmitted`() {
        var conversation = conversation()
        conversation.lost = [2]
        conversation.get("temperature")
        conversation.run()
        #expect(
            conversation.transcript.lines == [
                "C→S CON m1 GET /temperature t1",
                "S→C ACK m1 2.05 Content t1 \"22.3 C\" ✗",
                "C→S CON m1 GET /temperature t1",
                "S→C ACK m1 2.05 Content t1 \"22.3 C\"",
            ])
        #expect(conversation.requests.count == 1)
        #expect(conversation.duplicatesAtServer == 1)
        #expect(conversation.responses.count == 1)
    }

    @Test func `figure 20, separate response`() {
        var conversation = conversation()
        conversation.respond = { _ in nil }
        conversation.get("temperature")
        conversation.run(for: .seconds(1))
        conversation.respond(warm, to: conversation.requests[0].id)
        conversation.run()
        #expect(
            conversation.transcript.lines == [
                "C→S CON m1 GET /temperature t1",
                "S→C ACK m1",
                "S→C CON m2 2.05 Content t1 \"22.3 C\"",
                "C→S ACK m2",
            ])
        #expect(conversation.responses.map(\.response.payload) == [warm.payload])
    }

    @Test func `figure 21, the separate response is unexpected`() {
        var conversation = conversation()
        conversation.respond = { _ in nil }
        conversation.get("temperature")
        conversation.run(for: .milliseconds(5))
        conversation.crashClient()
        conversation.run(for: .seconds(1))
        conversation.respond(warm, to: conversation.requests[0].id)
        conversation.run()
        #expect(
            conversation.transcript.lines == [
                "C→S CON m1 GET /temperature t1",
                "S→C ACK m1",
                "S→C CON m2 2.05 Content t1 \"22.3 C\"",
                "C→S RST m2",
            ])
        #expect(conversation.responses.isEmpty)
    }

    @Test func `figure 22, non-confirmable request and response`() {
        var conversation = conversation()
        conversation.request(CoAP.Request(code: .get, path: ["temperature"], isConfirmable: false))
        conversation.run()
        #expect(
            conversation.transcript.lines == [
                "C→S NON m1 GET /temperature t1",
                "S→C NON m2 2.05 Content t1 \"22.3 C\"",
            ])
        #expect(conversation.responses.count == 1)
    }

    @Test func `a separate response that overtakes the acknowledgement completes the request`() {
        // RFC 7252 section 4.2 and 5.2.2: the response is also the acknowledgement.
        var conversation = conversation()
        conversation.respond = { _ in nil }
        conversation.lost = [2]
        conversation.get("temperature")
        conversation.run(for: .seconds(1))
        conversation.respond(warm, to: conversation.requests[0].id)
        conversation.run()
        #expect(
            conversation.transcript.lines == [
                "C→S CON m1 GET /temperature t1",
                "S→C ACK m1 ✗",
                "S→C CON m2 2.05 Content t1 \"22.3 C\"",
                "C→S ACK m2",
            ])
        #expect(conversation.responses.count == 1)
    }
}
