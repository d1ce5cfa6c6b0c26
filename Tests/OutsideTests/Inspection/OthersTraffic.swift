import Foundation
import Testing

/// Traffic of other people's programs, captured by another one in a network of its own.
enum OthersTraffic: String, CaseIterable, Sendable {
    /// SIPp calls SIPp, sends 60 packets of audio, and gets them back.
    case sipp
    /// FFmpeg sends a tone in real time, with RTCP.
    case ffmpeg
    /// libcoap's client asks libcoap's server.
    case libcoap

    /// The programs without which it cannot be made.
    var programs: [String] {
        switch self {
        case .sipp: ["sipp", "dumpcap"]
        case .ffmpeg: ["ffmpeg", "dumpcap"]
        case .libcoap: ["coap-client-notls", "coap-server-notls", "dumpcap"]
        }
    }

    /// Makes the traffic and returns the capture.
    func capture(in folder: URL) throws -> String {
        for (name, text) in files {
            try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        try Data((0..<9600).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            .write(to: folder.appendingPathComponent("audio.alaw"))
        let file = folder.appendingPathComponent("\(rawValue).pcapng").path
        // Programs inherit that the threads of tests take no signals, and dumpcap ends by one.
        let unmask = """
            import os, signal, sys
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.execvp(sys.argv[1], sys.argv[1:])
            """
        let python = try #require(Program(installed: "python3"))
        let user = geteuid() == 0 ? [] : ["--user", "--map-root-user"]
        let words = ["unshare"] + user + ["--net", "--pid", "--fork", "--kill-child", "bash", "record.sh", file]
        let outcome = try python.run(["-c", unmask] + words, in: folder)
        let isWritten = FileManager.default.fileExists(atPath: file)
        try #require(outcome.status == 0 && isWritten, "\(outcome.output) \(outcome.errors)")
        return file
    }

    private var files: [(name: String, text: String)] {
        switch self {
        case .sipp: [("record.sh", Self.record), ("traffic.sh", Self.sippCall), ("call.xml", Self.call)]
        case .ffmpeg: [("record.sh", Self.record), ("traffic.sh", Self.tone)]
        case .libcoap: [("record.sh", Self.record), ("traffic.sh", Self.questions)]
        }
    }

    private static let record = """
        set -u
        ip link set lo up
        dumpcap -q -i lo -f udp -w "$1" 2>dump.log &
        dumpcap=$!
        for _ in $(seq 50); do grep -q File: dump.log && break; sleep 0.1; done
        bash traffic.sh
        sleep 0.5
        kill -INT $dumpcap
        wait $dumpcap
        """

    private static let tone = """
        ffmpeg -loglevel error -re -f lavfi -i sine=duration=1.5 -c:a pcm_mulaw -ar 8000 -f rtp rtp://127.0.0.1:6000 >sdp
        """

    private static let questions = """
        coap-server-notls -A 127.0.0.1 -p 5683 >/dev/null 2>&1 &
        sleep 0.3
        ask() { timeout 5 coap-client-notls "$@" >/dev/null 2>&1; }
        ask -m get coap://127.0.0.1/.well-known/core
        ask -b 64 -m get coap://127.0.0.1/.well-known/core
        ask -N -m get coap://127.0.0.1/time
        ask -m get coap://127.0.0.1/nothing
        ask -m put -e hello coap://127.0.0.1/example_data
        ask -s 2 -m get coap://127.0.0.1/time
        kill %1
        """

    private static let sippCall = """
        sipp -sn uas -i 127.0.0.1 -p 5070 -mi 127.0.0.1 -rtp_echo -m 1 -bg >/dev/null 2>&1
        timeout 20 sipp -sf call.xml -i 127.0.0.1 -mi 127.0.0.1 -p 5071 -m 1 127.0.0.1:5070 >/dev/null 2>&1 </dev/null
        """

    private static let call = """
        <?xml version="1.0" encoding="ISO-8859-1" ?>
        <scenario name="a call with audio">
        <send retrans="500"><![CDATA[
        INVITE sip:b@[remote_ip]:[remote_port] SIP/2.0
        \(head)
        To: <sip:b@[remote_ip]>
        CSeq: 1 INVITE
        Content-Type: application/sdp
        Content-Length: [len]

        v=0
        o=a 1 1 IN IP4 [local_ip]
        s=-
        c=IN IP4 [media_ip]
        t=0 0
        m=audio [rtpstream_audio_port] RTP/AVP 8
        a=rtpmap:8 PCMA/8000
        ]]></send>
        <recv response="100" optional="true"/>
        <recv response="180" optional="true"/>
        <recv response="200"/>
        <send><![CDATA[
        ACK sip:b@[remote_ip]:[remote_port] SIP/2.0
        \(head)
        To: <sip:b@[remote_ip]>[peer_tag_param]
        CSeq: 1 ACK
        Content-Length: 0
        ]]></send>
        <nop><action><exec rtp_stream="audio.alaw,1,8,PCMA/8000"/></action></nop>
        <pause milliseconds="1500"/>
        <send retrans="500"><![CDATA[
        BYE sip:b@[remote_ip]:[remote_port] SIP/2.0
        \(head)
        To: <sip:b@[remote_ip]>[peer_tag_param]
        CSeq: 2 BYE
        Content-Length: 0
        ]]></send>
        <recv response="200"/>
        </scenario>
        """

    private static let head = """
        Via: SIP/2.0/UDP [local_ip]:[local_port];branch=[branch]
        From: <sip:a@[local_ip]>;tag=[call_number]
        Call-ID: [call_id]
        Contact: sip:a@[local_ip]:[local_port]
        """
}
