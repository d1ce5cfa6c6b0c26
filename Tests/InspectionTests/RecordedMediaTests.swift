import Testing

@testable import Inspection

/// The views of checks, media and reports, as a whole.
@Suite struct RecordedMediaTests {
    @Test func `the summary of media`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.media, .summary)
        let recorded = #"""
            capture.pcap: scenario RING-01, 106 packets, 7,787 bytes in 1.110 s, EN10MB
              CoAP 4 · STUN 2 · RTP 95 · RTCP 2 · empty 1 · unknown 1 · no UDP datagram 1
            Hosts
              sfu      127.0.1.1  sent 7   received 97
              alice    127.1.0.1  sent 97  received 7
                     2001:db8::1  sent 1   received 0
                     2001:db8::2  sent 0   received 1
            Calls
              default:standup: only asked about
            Signalling
              requests 1 · responses 1 · notifications 1 with 1 event
              malformed 1
                packet 103 at 1.080 s, sfu → alice: the datagram has 3 bytes, fewer than the 4 of a header (at b\#
            yte 3)
              unacknowledged 1
                packet 104 at 1.090 s: notification on /sfu/join
            RTP streams 2
              alice → sfu, type 0: 47 packets, 3 lost, 0 duplicates, jitter 0.9 ms
              alice → sfu, type 34: 48 packets, 2 lost, 1 duplicate, jitter 0.0 ms
            Faults
              0.500 s bob: cut
              datagrams lost on purpose 1
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the first packets of media`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.media, .packets)
        let recorded = #"""
                 1      0.000  127.1.0.1:50000 → sfu  CON FETCH /sfu/join
                 2      0.002  sfu → alice  ACK 2.05 Content of FETCH /sfu/join (to 1)
                 3      0.005  alice → sfu  STUN Binding request
                 4      0.006  sfu → alice  STUN Binding success response
                 5      0.020  alice → sfu  RTP type 0 seq 0 time 0 ssrc 0x00000005 marker
                 6      0.023  alice → sfu  RTP type 34 seq 0 time 0 ssrc 0x00000006
                 7      0.041  alice → sfu  RTP type 0 seq 1 time 160 ssrc 0x00000005
                 8      0.043  alice → sfu  RTP type 34 seq 1 time 1800 ssrc 0x00000006
            """#
        #expect(Array(lines.prefix(8)) == recorded.lines)
    }

    @Test func `the last packets of media`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.media, .packets)
        let recorded = #"""
                98      1.001  alice → sfu  RTP type 0 seq 49 time 7840 ssrc 0x00000005
                99      1.003  alice → sfu  RTP type 34 seq 49 time 88200 ssrc 0x00000006
               100      1.050  sfu → alice  RTCP SR
               101      1.060  sfu → alice  RTCP SR
               102      1.070  sfu → alice  no payload
               103      1.080  sfu → alice  malformed CoAP: the datagram has 3 bytes, fewer than the 4 of a head\#
            er (at byte 3)
               104      1.090  sfu → alice  CON 2.05 Content [go_away]
               105      1.100  the packet is cut in its IPv4 part: 29 bytes needed, 26 there
               106      1.110  [2001:db8::1]:1 → [2001:db8::2]:2  1 byte
            """#
        #expect(Array(lines.suffix(9)) == recorded.lines)
    }

    @Test func `the ladder of media`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.media, .ladder)
        let recorded = #"""
              time s  alice         2001:db8::1   sfu           2001:db8::2
               0.000  ├─────────────┼─────────────►             │ FETCH /sfu/join
               0.000  ●             │             │             │ * alice: outgoing
               0.500  │             │             │             │ * bob: cut
               0.002  ◄─────────────┼─────────────┤             │ 2.05 Content of FETCH /sfu/join
               0.005  ├─────────────┼─────────────►             │ STUN 1 packet
               0.006  ◄─────────────┼─────────────┤             │ STUN 1 packet
               0.020  ├─────────────┼─────────────►             │ RTP audio 47 packets, 4 lost
               0.023  ├─────────────┼─────────────►             │ RTP video 48 packets, 2 lost
               1.050  ◄─────────────┼─────────────┤             │ RTCP 2 packets
               1.070  ◄─────────────┼─────────────┤             │ 1 other packet
               1.080  ◄─────────────┼─────────────┤             │ malformed: the datagram has 3 bytes, fewer tha\#
            n the 4 o…
               1.090  ◄─────────────┼─────────────┤             │ 2.05 Content [go_away]
               1.110  │             ├─────────────┼─────────────► 1 other packet
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the Mermaid diagram of media`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.media, .mermaid)
        let recorded = #"""
            sequenceDiagram
                participant h1 as alice
                participant h2 as 2001:db8::1
                participant h3 as sfu
                participant h4 as 2001:db8::2
                h1->>h3: 0.000 FETCH /sfu/join
                note over h1: 0.000 alice: outgoing
                note over h1,h4: 0.500 bob: cut
                h3-->>h1: 0.002 2.05 Content of FETCH /sfu/join
                h1->>h3: 0.005 STUN 1 packet
                h3->>h1: 0.006 STUN 1 packet
                h1->>h3: 0.020 RTP audio 47 packets, 4 lost
                h1->>h3: 0.023 RTP video 48 packets, 2 lost
                h3->>h1: 1.050 RTCP 2 packets
                h3->>h1: 1.070 1 other packet
                h3-->>h1: 1.080 malformed: the datagram has 3 bytes, fewer than the 4 of a header (at byte 3)
                h3-->>h1: 1.090 2.05 Content [go_away]
                h2->>h4: 1.110 1 other packet
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the table of streams`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.media, .rtp)
        let recorded = #"""
            start s  end s           source     destination        SSRC  type  packets  lost  lost %  out of ord\#
            er  duplicates  delta ms min    mean     max  jitter ms min   mean    max
              0.020  1.001  127.1.0.1:50000  127.0.1.1:5683  0x00000005     0       47     3     6.0            \#
             0           0        18.000  21.326  42.000          0.063  0.929  1.265
              0.023  1.003  127.1.0.1:50000  127.0.1.1:5683  0x00000006    34       48     2     4.0            \#
             0           1         1.000  20.851  40.000          0.000  0.030  0.121
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the layers of checks and media`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.media, .decoded)
        let recorded = #"""
                 1      0.000  127.1.0.1:50000 → sfu  CON FETCH /sfu/join
                     EN10MB: 115 bytes, header of 14
                     IPv4: 127.1.0.1 → 127.0.1.1, time to live 64
                     UDP: 50000 → 5683, payload of 73 bytes
                     CoAP: confirmable, FETCH, message id 0x0065, token 01
                       Observe: 0
                       Uri-Path: sfu
                       Uri-Path: join
                       Content-Format: 60
                     CBOR: {"token": h'd18440a0581aa16863616c6c5f6369646f64656661756c743a7374616e64757040', "ses\#
            sion_id": "s"}
                 2      0.002  sfu → alice  ACK 2.05 Content of FETCH /sfu/join (to 1)
                     EN10MB: 66 bytes, header of 14
                     IPv4: 127.0.1.1 → 127.1.0.1, time to live 64
                     UDP: 5683 → 50000, payload of 24 bytes
                     CoAP: acknowledgement, 2.05 Content, message id 0x0065, token 01
                       Observe: 1
                       Content-Format: 60
                       response to packet 1 (FETCH /sfu/join), 0.002 s after it
                     CBOR: {"reconnected": true}
                 3      0.005  alice → sfu  STUN Binding request
                     EN10MB: 70 bytes, header of 14
                     IPv4: 127.1.0.1 → 127.0.1.1, time to live 64
                     UDP: 50000 → 5683, payload of 28 bytes
                     STUN: Binding request, transaction 070707070707070707070707
                       SOFTWARE: test
                 4      0.006  sfu → alice  STUN Binding success response
                     EN10MB: 74 bytes, header of 14
                     IPv4: 127.0.1.1 → 127.1.0.1, time to live 64
                     UDP: 5683 → 50000, payload of 32 bytes
                     STUN: Binding success response, transaction 070707070707070707070707
                       XOR-MAPPED-ADDRESS: 127.1.0.1:50000
                 5      0.020  alice → sfu  RTP type 0 seq 0 time 0 ssrc 0x00000005 marker
                     EN10MB: 74 bytes, header of 14
                     IPv4: 127.1.0.1 → 127.0.1.1, time to live 64
                     UDP: 50000 → 5683, payload of 32 bytes
                     RTP: payload type 0, sequence 0, timestamp 0, SSRC 0x00000005, marker, header of 12, 20 byt\#
            es of media
                 6      0.023  alice → sfu  RTP type 34 seq 0 time 0 ssrc 0x00000006
                     EN10MB: 74 bytes, header of 14
                     IPv4: 127.1.0.1 → 127.0.1.1, time to live 64
                     UDP: 50000 → 5683, payload of 32 bytes
                     RTP: payload type 34, sequence 0, timestamp 0, SSRC 0x00000006, header of 12, 20 bytes of media
                 7      0.041  alice → sfu  RTP type 0 seq 1 time 160 ssrc 0x00000005
                     EN10MB: 74 bytes, header of 14
                     IPv4: 127.1.0.1 → 127.0.1.1, time to live 64
                     UDP: 50000 → 5683, payload of 32 bytes
                     RTP: payload type 0, sequence 1, timestamp 160, SSRC 0x00000005, header of 12, 20 bytes of \#
            media
            """#
        #expect(Array(lines.prefix(46)) == recorded.lines)
    }

    @Test func `the layers of reports and of packets that are no datagrams`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.media, .decoded)
        let recorded = #"""
                     IPv4: 127.1.0.1 → 127.0.1.1, time to live 64
                     UDP: 50000 → 5683, payload of 32 bytes
                     RTP: payload type 0, sequence 49, timestamp 7840, SSRC 0x00000005, header of 12, 20 bytes o\#
            f media
                99      1.003  alice → sfu  RTP type 34 seq 49 time 88200 ssrc 0x00000006
                     EN10MB: 74 bytes, header of 14
                     IPv4: 127.1.0.1 → 127.0.1.1, time to live 64
                     UDP: 50000 → 5683, payload of 32 bytes
                     RTP: payload type 34, sequence 49, timestamp 88200, SSRC 0x00000006, header of 12, 20 bytes\#
             of media
               100      1.050  sfu → alice  RTCP SR
                     EN10MB: 94 bytes, header of 14
                     IPv4: 127.0.1.1 → 127.1.0.1, time to live 64
                     UDP: 5683 → 50000, payload of 52 bytes
                     RTCP: SR of 0x00000009, RTP time 160, 7 packets, 1120 bytes sent
                       on 0x00000005: 3 lost, 25.0 % of late, highest sequence 65538, jitter 12
               101      1.060  sfu → alice  RTCP SR
                     EN10MB: 50 bytes, header of 14
                     IPv4: 127.0.1.1 → 127.1.0.1, time to live 64
                     UDP: 5683 → 50000, payload of 8 bytes
                     RTCP: SR
                       malformed: a packet of type 200 is too short for what it holds (at byte 0)
               102      1.070  sfu → alice  no payload
                     EN10MB: 42 bytes, header of 14
                     IPv4: 127.0.1.1 → 127.1.0.1, time to live 64
                     UDP: 5683 → 50000, payload of 0 bytes
               103      1.080  sfu → alice  malformed CoAP: the datagram has 3 bytes, fewer than the 4 of a head\#
            er (at byte 3)
                     EN10MB: 45 bytes, header of 14
                     IPv4: 127.0.1.1 → 127.1.0.1, time to live 64
                     UDP: 5683 → 50000, payload of 3 bytes
                     CoAP: malformed, the datagram has 3 bytes, fewer than the 4 of a header (at byte 3)
               104      1.090  sfu → alice  CON 2.05 Content [go_away]
                     EN10MB: 90 bytes, header of 14
                     IPv4: 127.0.1.1 → 127.1.0.1, time to live 64
                     UDP: 5683 → 50000, payload of 48 bytes
                     CoAP: confirmable, 2.05 Content, message id 0x0066, token 01
                       Observe: 2
                       Content-Format: 60
                       notification to packet 1 (FETCH /sfu/join), 1.090 s after it
                     CBOR: {"first": 1, "events": [{"type": "go_away", "reason": 2}]}
               105      1.100  the packet is cut in its IPv4 part: 29 bytes needed, 26 there
                     EN10MB: 40 bytes
                     problem: the packet is cut in its IPv4 part: 29 bytes needed, 26 there
               106      1.110  [2001:db8::1]:1 → [2001:db8::2]:2  1 byte
                     EN10MB: 71 bytes, header of 14
                     IPv6: 2001:db8::1 → 2001:db8::2, hop limit 64
                     UDP: 1 → 2, payload of 1 byte
                     payload: 09
            """#
        #expect(Array(lines.suffix(46)) == recorded.lines)
    }

    @Test func `the JSON objects of checks and media`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.media, .json)
        let recorded = #"""
            {"number":1,"time":0.000000000,"date":1700000000.000000000,"length":115,"from":"127.1.0.1:50000","to\#
            ":"127.0.1.1:5683","toName":"sfu","bytes":73,"kind":"coap","coap":{"is":"request","type":"CON","code\#
            ":"0.05","messageID":101,"token":"01","observe":0,"contentFormat":60,"method":"FETCH","path":"/sfu/j\#
            oin","calls":["default:standup"]}}
            {"number":2,"time":0.002000000,"date":1700000000.002000000,"length":66,"from":"127.0.1.1:5683","to":\#
            "127.1.0.1:50000","fromName":"sfu","toName":"alice","bytes":24,"kind":"coap","coap":{"is":"response"\#
            ,"type":"ACK","code":"2.05","status":"Content","messageID":101,"token":"01","observe":1,"contentForm\#
            at":60,"method":"FETCH","path":"/sfu/join","calls":["default:standup"],"answers":1,"after":0.002000000}}
            {"number":3,"time":0.005000000,"date":1700000000.005000000,"length":70,"from":"127.1.0.1:50000","to"\#
            :"127.0.1.1:5683","fromName":"alice","toName":"sfu","bytes":28,"kind":"stun","stun":{"message":"Bind\#
            ing request"}}
            {"number":4,"time":0.006000000,"date":1700000000.006000000,"length":74,"from":"127.0.1.1:5683","to":\#
            "127.1.0.1:50000","fromName":"sfu","toName":"alice","bytes":32,"kind":"stun","stun":{"message":"Bind\#
            ing success response"}}
            {"number":5,"time":0.020000000,"date":1700000000.020000000,"length":74,"from":"127.1.0.1:50000","to"\#
            :"127.0.1.1:5683","fromName":"alice","toName":"sfu","bytes":32,"kind":"rtp","rtp":{"ssrc":5,"payload\#
            Type":0,"sequence":0,"timestamp":0,"marker":true,"mediaBytes":20}}
            {"number":6,"time":0.023000000,"date":1700000000.023000000,"length":74,"from":"127.1.0.1:50000","to"\#
            :"127.0.1.1:5683","fromName":"alice","toName":"sfu","bytes":32,"kind":"rtp","rtp":{"ssrc":6,"payload\#
            Type":34,"sequence":0,"timestamp":0,"marker":false,"mediaBytes":20}}
            """#
        #expect(Array(lines.prefix(6)) == recorded.lines)
    }

    @Test func `the JSON objects of reports and of packets that are no datagrams`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.media, .json)
        let recorded = #"""
            {"number":100,"time":1.050000000,"date":1700000001.050000000,"length":94,"from":"127.0.1.1:5683","to\#
            ":"127.1.0.1:50000","fromName":"sfu","toName":"alice","bytes":52,"kind":"rtcp","rtcp":{"packets":["S\#
            R"]}}
            {"number":101,"time":1.060000000,"date":1700000001.060000000,"length":50,"from":"127.0.1.1:5683","to\#
            ":"127.1.0.1:50000","fromName":"sfu","toName":"alice","bytes":8,"kind":"rtcp","rtcp":{"packets":["SR"]}}
            {"number":102,"time":1.070000000,"date":1700000001.070000000,"length":42,"from":"127.0.1.1:5683","to\#
            ":"127.1.0.1:50000","fromName":"sfu","toName":"alice","bytes":0,"kind":"empty"}
            {"number":103,"time":1.080000000,"date":1700000001.080000000,"length":45,"from":"127.0.1.1:5683","to\#
            ":"127.1.0.1:50000","fromName":"sfu","toName":"alice","bytes":3,"kind":"coap","coap":{"is":"malforme\#
            d","problem":"the datagram has 3 bytes, fewer than the 4 of a header (at byte 3)"}}
            {"number":104,"time":1.090000000,"date":1700000001.090000000,"length":90,"from":"127.0.1.1:5683","to\#
            ":"127.1.0.1:50000","fromName":"sfu","toName":"alice","bytes":48,"kind":"coap","coap":{"is":"notific\#
            ation","type":"CON","code":"2.05","status":"Content","messageID":102,"token":"01","observe":2,"conte\#
            ntFormat":60,"method":"FETCH","path":"/sfu/join","events":["go_away"],"calls":["default:standup"],"a\#
            nswers":1,"after":1.090000000}}
            {"number":105,"time":1.100000000,"date":1700000001.100000000,"length":40,"kind":"other","problem":"t\#
            he packet is cut in its IPv4 part: 29 bytes needed, 26 there"}
            {"number":106,"time":1.110000000,"date":1700000001.110000000,"length":71,"from":"[2001:db8::1]:1","t\#
            o":"[2001:db8::2]:2","bytes":1,"kind":"unknown"}
            """#
        #expect(Array(lines.suffix(7)) == recorded.lines)
    }
}
