import Testing

@testable import Inspection

/// The views of a call between phones, as a whole.
@Suite struct RecordedPhonesTests {
    @Test func `the summary of phones`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.phones, .summary)
        let recorded = #"""
            capture.pcap: scenario RING-01, 57 packets, 5,858 bytes in 5.010 s, EN10MB
              SIP 7 · RTP 50
            Hosts
              alice  192.0.2.1  sent 54  received 3
              bob    192.0.2.2  sent 3   received 54
            SIP calls and exchanges 1
              alice → bob, ended, rang after 0.600 s, answered after 2.000 s, 3.000 s long, ended by bob, audio 8
                  PCMA/8000
            SIP messages
              requests 4 · responses 3
              retransmissions 1, copies 0
                packet 2 at 0.500 s, alice → 192.0.2.2:5060: INVITE sip:bob@example.org [audio] (retransmission \#
            of 1)
            RTP streams 1
              alice → bob, type 8: 50 packets, 0 lost, 0 duplicates, jitter 0.0 ms, of call-1
            Faults
              0.500 s bob: cut
              datagrams lost on purpose 1
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the first packets of phones`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.phones, .packets)
        let recorded = #"""
                 1      0.000  alice → 192.0.2.2:5060  INVITE sip:bob@example.org [audio]
                 2      0.500  alice → 192.0.2.2:5060  INVITE sip:bob@example.org [audio] (retransmission of 1)
                 3      0.600  192.0.2.2:5060 → alice  180 Ringing of INVITE (to 1)
                 4      2.000  192.0.2.2:5060 → alice  200 OK of INVITE [audio] (to 1)
                 5      2.010  alice → 192.0.2.2:5060  ACK sip:bob@example.org (to 4)
                 6      2.020  alice → 192.0.2.2:5000  RTP type 8 seq 0 time 0 ssrc 0x00000007
                 7      2.040  alice → 192.0.2.2:5000  RTP type 8 seq 1 time 160 ssrc 0x00000007
                 8      2.060  alice → 192.0.2.2:5000  RTP type 8 seq 2 time 320 ssrc 0x00000007
            """#
        #expect(Array(lines.prefix(8)) == recorded.lines)
    }

    @Test func `the ladder of phones`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.phones, .ladder)
        let recorded = #"""
              time s  alice     bob
               0.000  ├─────────► INVITE sip:bob@example.org [audio]
               0.000  ●         │ * alice: outgoing
               0.500  │         ● * bob: cut
               0.500  ├─────────► INVITE sip:bob@example.org [audio] (retransmission of packet 1)
               0.600  ◄─────────┤ 180 Ringing of INVITE
               2.000  ◄─────────┤ 200 OK of INVITE [audio]
               2.010  ├─────────► ACK sip:bob@example.org
               2.020  ├─────────► RTP audio 50 packets, 1 lost
               5.000  ◄─────────┤ BYE sip:alice@example.org
               5.010  ├─────────► 200 OK of BYE
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the Mermaid diagram of phones`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.phones, .mermaid)
        let recorded = #"""
            sequenceDiagram
                participant h1 as alice
                participant h2 as bob
                h1->>h2: 0.000 INVITE sip:bob@example.org [audio]
                note over h1: 0.000 alice: outgoing
                note over h2: 0.500 bob: cut
                h1->>h2: 0.500 INVITE sip:bob@example.org [audio] (retransmission of packet 1)
                h2-->>h1: 0.600 180 Ringing of INVITE
                h2-->>h1: 2.000 200 OK of INVITE [audio]
                h1->>h2: 2.010 ACK sip:bob@example.org
                h1->>h2: 2.020 RTP audio 50 packets, 1 lost
                h2->>h1: 5.000 BYE sip:alice@example.org
                h1-->>h2: 5.010 200 OK of BYE
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the picture of phones`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.phones, .svg)
        let recorded = #"""
            <svg xmlns="http://www.w3.org/2000/svg" role="img" width="772" height="420" viewBox="0 0 772 420">
            <title>RING-01 · capture.pcap</title>
            <style>
            text { font: 11px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1f2328;
              text-anchor: middle; paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: rou\#
            nd; }
            .page { fill: #ffffff; }
            .title { font: bold 14px system-ui, "DejaVu Sans", sans-serif; text-anchor: start; }
            .time { fill: #656d76; text-anchor: end; }
            .note { fill: #656d76; text-anchor: start; }
            .lane { stroke: #d0d7de; stroke-width: 1.5; fill: none; }
            .head rect { fill: #ddf4ff; stroke: #54aeff; }
            .head text { font: bold 12px system-ui, "DejaVu Sans", sans-serif; stroke: none; }
            .shaft { stroke: #0969da; stroke-width: 1.5; fill: none; }
            .tip { fill: #0969da; }
            .answer .shaft { stroke: #1a7f37; stroke-dasharray: 5 3; }
            .answer .tip { fill: #1a7f37; }
            .media .shaft { stroke: #8250df; stroke-width: 3; }
            .media .tip { fill: #8250df; }
            .trouble .shaft, .cross { stroke: #cf222e; stroke-width: 1.5; fill: none; }
            .trouble .tip, .trouble text { fill: #cf222e; }
            .dot { fill: #bf8700; }
            .remark { fill: #7d4e00; font-style: italic; }
            @media (prefers-color-scheme: dark) {
              text { fill: #e6edf3; stroke: #0d1117; }
              .page { fill: #0d1117; }
              .time, .note { fill: #8d96a0; }
              .lane { stroke: #30363d; }
              .head rect { fill: #121d2f; stroke: #388bfd; }
              .shaft { stroke: #4493f8; }
              .tip { fill: #4493f8; }
              .answer .shaft { stroke: #3fb950; }
              .answer .tip { fill: #3fb950; }
              .media .shaft { stroke: #a371f7; }
              .media .tip { fill: #a371f7; }
              .trouble .shaft, .cross { stroke: #f85149; }
              .trouble .tip, .trouble text { fill: #f85149; }
              .dot { fill: #d29922; }
              .remark { fill: #d29922; }
            }
            </style>
            <rect class="page" width="772" height="420"/>
            <text class="title" x="16" y="24">RING-01 · capture.pcap</text>
            <path class="lane" d="M261 44V412"/>
            <path class="lane" d="M591 44V412"/>
            <g class="head"><title>alice</title><rect x="231" y="44" width="60" height="24" rx="6"/><text x="261\#
            " y="60">alice</text></g>
            <g class="head"><title>bob</title><rect x="569" y="44" width="44" height="24" rx="6"/><text x="591" \#
            y="60">bob</text></g>
            <text class="time" x="76" y="112">0.000</text>
            <g class="request"><title>packet 1: INVITE sip:bob@example.org [audio]</title><path class="shaft" d=\#
            "M261 108H584"/><path class="tip" d="M591 108l-9 -4v8z"/><text x="426" y="101">INVITE sip:bob@exampl\#
            e.org [audio]</text></g>
            <text class="time" x="76" y="133">0.000</text>
            <circle class="dot" cx="261" cy="129" r="4"/>
            <text class="remark" x="323" y="133">alice: outgoing</text>
            <text class="time" x="76" y="157">0.500</text>
            <circle class="dot" cx="591" cy="153" r="4"/>
            <text class="remark" x="629" y="157">bob: cut</text>
            <text class="time" x="76" y="194">0.500</text>
            <g class="request trouble"><title>packet 2: INVITE sip:bob@example.org [audio] (retransmission of pa\#
            cket 1)</title><path class="shaft" d="M261 190H584"/><path class="tip" d="M591 190l-9 -4v8z"/><text \#
            x="426" y="183">INVITE sip:bob@example.org [audio] (retransmission of packet 1)</text></g>
            <text class="time" x="76" y="228">0.600</text>
            <g class="answer"><title>packet 3: 180 Ringing of INVITE</title><path class="shaft" d="M591 224H268"\#
            /><path class="tip" d="M261 224l9 -4v8z"/><text x="426" y="217">180 Ringing of INVITE</text></g>
            <text class="time" x="76" y="262">2.000</text>
            <g class="answer"><title>packet 4: 200 OK of INVITE [audio]</title><path class="shaft" d="M591 258H2\#
            68"/><path class="tip" d="M261 258l9 -4v8z"/><text x="426" y="251">200 OK of INVITE [audio]</text></g>
            <text class="time" x="76" y="296">2.010</text>
            <g class="request"><title>packet 5: ACK sip:bob@example.org</title><path class="shaft" d="M261 292H5\#
            84"/><path class="tip" d="M591 292l-9 -4v8z"/><text x="426" y="285">ACK sip:bob@example.org</text></g>
            <text class="time" x="76" y="330">2.020</text>
            <g class="media trouble"><title>packet 6: RTP audio 50 packets, 1 lost</title><path class="shaft" d=\#
            "M261 326H584"/><path class="tip" d="M591 326l-9 -4v8z"/><text x="426" y="319">RTP audio 50 packets,\#
             1 lost</text></g>
            <text class="time" x="76" y="364">5.000</text>
            <g class="request"><title>packet 56: BYE sip:alice@example.org</title><path class="shaft" d="M591 36\#
            0H268"/><path class="tip" d="M261 360l9 -4v8z"/><text x="426" y="353">BYE sip:alice@example.org</tex\#
            t></g>
            <text class="time" x="76" y="398">5.010</text>
            <g class="answer"><title>packet 57: 200 OK of BYE</title><path class="shaft" d="M261 394H584"/><path\#
             class="tip" d="M591 394l-9 -4v8z"/><text x="426" y="387">200 OK of BYE</text></g>
            </svg>
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the tables of calls`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.phones, .sip)
        let recorded = #"""
            start s  duration s  method  from   to   state  status  messages  copies  ringing s  answer s  Call-ID
              0.000       3.000  INVITE  alice  bob  ended  200 OK         7       1      0.600     2.000  call-1
            request  sent  copies  responses  response s min   mean    max
            ACK         1       0          0
            BYE         1       0          1           0.010  0.010  0.010
            INVITE      1       1          1           2.000  2.000  2.000
            response     sent  copies
            180 Ringing     1       0
            200 OK          2       0
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the table of a call's streams`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.phones, .rtp)
        let recorded = #"""
            start s  end s          source     destination        SSRC  type  packets  lost  lost %  out of orde\#
            r  duplicates  delta ms min    mean     max  jitter ms min   mean    max  Call-ID
              2.020  3.000  192.0.2.1:4000  192.0.2.2:5000  0x00000007     8       50     0     0.0             \#
            0           0        20.000  20.000  20.000          0.000  0.000  0.000  call-1
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the layers of a message`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.phones, .decoded)
        let recorded = #"""
                 1      0.000  alice → 192.0.2.2:5060  INVITE sip:bob@example.org [audio]
                     EN10MB: 394 bytes, header of 14
                     IPv4: 192.0.2.1 → 192.0.2.2, time to live 64
                     UDP: 5060 → 5060, payload of 352 bytes
                     SIP: INVITE sip:bob@example.org
                       Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKone
                       From: <sip:alice@example.org>;tag=alice1
                       To: <sip:bob@example.org>
                       Call-ID: call-1
                       CSeq: 1 INVITE
                       Content-Type: application/sdp
                       Content-Length: 109
                     SDP: 109 bytes
                       v=0
                       o=- 1 1 IN IP4 192.0.2.1
                       s=-
                       c=IN IP4 192.0.2.1
                       t=0 0
                       m=audio 4000 RTP/AVP 8
                       a=rtpmap:8 PCMA/8000
                 2      0.500  alice → 192.0.2.2:5060  INVITE sip:bob@example.org [audio] (retransmission of 1)
                     EN10MB: 394 bytes, header of 14
                     IPv4: 192.0.2.1 → 192.0.2.2, time to live 64
                     UDP: 5060 → 5060, payload of 352 bytes
                     SIP: INVITE sip:bob@example.org
                       Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKone
                       From: <sip:alice@example.org>;tag=alice1
                       To: <sip:bob@example.org>
                       Call-ID: call-1
                       CSeq: 1 INVITE
                       Content-Type: application/sdp
                       Content-Length: 109
                       retransmission of packet 1
                     SDP: 109 bytes
                       v=0
                       o=- 1 1 IN IP4 192.0.2.1
                       s=-
                       c=IN IP4 192.0.2.1
                       t=0 0
                       m=audio 4000 RTP/AVP 8
                       a=rtpmap:8 PCMA/8000
                 3      0.600  192.0.2.2:5060 → alice  180 Ringing of INVITE (to 1)
                     EN10MB: 243 bytes, header of 14
                     IPv4: 192.0.2.2 → 192.0.2.1, time to live 64
                     UDP: 5060 → 5060, payload of 201 bytes
                     SIP: 180 Ringing of INVITE
                       Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKone
                       From: <sip:alice@example.org>;tag=alice1
                       To: <sip:bob@example.org>;tag=b
                       Call-ID: call-1
                       CSeq: 1 INVITE
                       Content-Length: 0
                       to packet 1, 0.600 s after it
                 4      2.000  192.0.2.2:5060 → alice  200 OK of INVITE [audio] (to 1)
                     EN10MB: 380 bytes, header of 14
                     IPv4: 192.0.2.2 → 192.0.2.1, time to live 64
                     UDP: 5060 → 5060, payload of 338 bytes
                     SIP: 200 OK of INVITE
                       Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKone
                       From: <sip:alice@example.org>;tag=alice1
            """#
        #expect(Array(lines.prefix(60)) == recorded.lines)
    }

    @Test func `the JSON objects of phones`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.phones, .json)
        let recorded = #"""
            {"number":1,"time":0.000000000,"date":1700000000.000000000,"length":394,"from":"192.0.2.1:5060","to"\#
            :"192.0.2.2:5060","fromName":"alice","bytes":352,"kind":"sip","sip":{"is":"request","method":"INVITE\#
            ","uri":"sip:bob@example.org","callId":"call-1","cseq":1,"from":"sip:alice@example.org","fromTag":"a\#
            lice1","to":"sip:bob@example.org","branch":"z9hG4bKone","media":[{"kind":"audio","address":"192.0.2.\#
            1","port":4000,"formats":["8 PCMA/8000"],"direction":"sendrecv"}]}}
            {"number":2,"time":0.500000000,"date":1700000000.500000000,"length":394,"from":"192.0.2.1:5060","to"\#
            :"192.0.2.2:5060","fromName":"alice","bytes":352,"kind":"sip","sip":{"is":"request","method":"INVITE\#
            ","uri":"sip:bob@example.org","callId":"call-1","cseq":1,"from":"sip:alice@example.org","fromTag":"a\#
            lice1","to":"sip:bob@example.org","branch":"z9hG4bKone","retransmissionOf":1,"media":[{"kind":"audio\#
            ","address":"192.0.2.1","port":4000,"formats":["8 PCMA/8000"],"direction":"sendrecv"}]}}
            {"number":3,"time":0.600000000,"date":1700000000.600000000,"length":243,"from":"192.0.2.2:5060","to"\#
            :"192.0.2.1:5060","toName":"alice","bytes":201,"kind":"sip","sip":{"is":"response","method":"INVITE"\#
            ,"status":180,"reason":"Ringing","callId":"call-1","cseq":1,"from":"sip:alice@example.org","fromTag"\#
            :"alice1","to":"sip:bob@example.org","toTag":"b","branch":"z9hG4bKone","answers":1,"after":0.600000000}}
            {"number":4,"time":2.000000000,"date":1700000002.000000000,"length":380,"from":"192.0.2.2:5060","to"\#
            :"192.0.2.1:5060","toName":"alice","bytes":338,"kind":"sip","sip":{"is":"response","method":"INVITE"\#
            ,"status":200,"reason":"OK","callId":"call-1","cseq":1,"from":"sip:alice@example.org","fromTag":"ali\#
            ce1","to":"sip:bob@example.org","toTag":"b","branch":"z9hG4bKone","answers":1,"after":2.000000000,"m\#
            edia":[{"kind":"audio","address":"192.0.2.2","port":5000,"formats":["8 PCMA/8000"],"direction":"send\#
            recv"}]}}
            {"number":5,"time":2.010000000,"date":1700000002.010000000,"length":252,"from":"192.0.2.1:5060","to"\#
            :"192.0.2.2:5060","fromName":"alice","bytes":210,"kind":"sip","sip":{"is":"request","method":"ACK","\#
            uri":"sip:bob@example.org","callId":"call-1","cseq":1,"from":"sip:alice@example.org","fromTag":"alic\#
            e1","to":"sip:bob@example.org","toTag":"b","branch":"z9hG4bKtwo","answers":4,"after":0.010000000}}
            {"number":6,"time":2.020000000,"date":1700000002.020000000,"length":74,"from":"192.0.2.1:4000","to":\#
            "192.0.2.2:5000","fromName":"alice","bytes":32,"kind":"rtp","rtp":{"ssrc":7,"payloadType":8,"sequenc\#
            e":0,"timestamp":0,"marker":false,"mediaBytes":20}}
            """#
        #expect(Array(lines.prefix(6)) == recorded.lines)
    }
}
