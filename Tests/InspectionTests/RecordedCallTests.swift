import Testing

@testable import Inspection

/// The views of a call's signalling, as a whole.
@Suite struct RecordedCallTests {
    @Test func `the summary of a call`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.call, .summary)
        let recorded = #"""
            capture.pcap: scenario RING-01, 18 packets, 1,514 bytes in 5.000 s, EN10MB
              CoAP 18
            Hosts
              coordinator  127.0.0.1  sent 7  received 11
              alice        127.1.0.1  sent 6  received 4
              bob          127.1.0.2  sent 5  received 3
            Calls
              default:standup: alice rang bob, accepted by bob after 3.100 s
              default:other: only asked about
            Signalling
              requests 6 · responses 5 · notifications 2 with 5 events
              retransmissions 1, copies 1
                packet 10 at 3.200 s, bob → coordinator: CON POST /video/call/default/standup/accept (retransmis\#
            sion of 9)
                packet 12 at 3.201 s, bob → coordinator: CON POST /video/call/default/standup/accept (copy of 9)
              refused 1
                packet 16 at 4.000 s, coordinator → alice: ACK 4.04 Not Found of GET /video/call/default/other (\#
            to 15)
              resets 1
                packet 14 at 3.203 s, alice → coordinator: RST of FETCH /video/connect (to 13)
              malformed 1
                packet 17 at 4.100 s, alice → coordinator: a token of 15 bytes is longer than the 8 that are all\#
            owed (at
                    byte 0)
              unanswered 1
                packet 18 at 5.000 s, alice: POST /video/call/default/standup/mark_ended
            Faults
              0.500 s bob: cut
              datagrams lost on purpose 1
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the packets of a call`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.call, .packets)
        let recorded = #"""
                 1      0.000  alice → coordinator  CON FETCH /video/connect
                 2      0.000  coordinator → alice  ACK 2.05 Content [connection.ok] (to 1)
                 3      0.010  bob → coordinator  CON FETCH /video/connect
                 4      0.010  coordinator → bob  ACK 2.05 Content [connection.ok] (to 3)
                 5      0.100  alice → coordinator  CON POST /video/call/default/standup
                 6      0.100  coordinator → alice  ACK 2.01 Created of POST /video/call/default/standup (to 5)
                 7      0.101  coordinator → bob  CON 2.05 Content [call.created, call.ring]
                 8      0.101  bob → coordinator  ACK (to 7)
                 9      1.000  bob → coordinator  CON POST /video/call/default/standup/accept
                10      3.200  bob → coordinator  CON POST /video/call/default/standup/accept (retransmission of 9)
                11      3.200  coordinator → bob  ACK 2.04 Changed of POST /video/call/default/standup/accept (to 9)
                12      3.201  bob → coordinator  CON POST /video/call/default/standup/accept (copy of 9)
                13      3.202  coordinator → alice  CON 2.05 Content [call.accepted]
                14      3.203  alice → coordinator  RST of FETCH /video/connect (to 13)
                15      4.000  alice → coordinator  CON GET /video/call/default/other
                16      4.000  coordinator → alice  ACK 4.04 Not Found of GET /video/call/default/other (to 15)
                17      4.100  alice → coordinator  malformed CoAP: a token of 15 bytes is longer than the 8 tha\#
            t are allowed (at byte 0)
                18      5.000  alice → coordinator  CON POST /video/call/default/standup/mark_ended
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the ladder of a call`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.call, .ladder)
        let recorded = #"""
              time s  alice         bob           coordinator
               0.000  ├─────────────┼─────────────► FETCH /video/connect
               0.000  ●             │             │ * alice: outgoing
               0.500  │             ●             │ * bob: cut
               0.000  ◄─────────────┼─────────────┤ 2.05 Content [connection.ok]
               0.010  │             ├─────────────► FETCH /video/connect
               0.010  │             ◄─────────────┤ 2.05 Content [connection.ok]
               0.100  ├─────────────┼─────────────► POST /video/call/default/standup
               0.100  ◄─────────────┼─────────────┤ 2.01 Created of POST /video/call/default/standup
               0.101  │             ◄─────────────┤ 2.05 Content [call.created, call.ring]
               1.000  │             ├─────────────✗ POST /video/call/default/standup/accept ✗ lost: loss
               3.200  │             ├─────────────► POST /video/call/default/standup/accept (retransmission of p\#
            acket 9)
               3.200  │             ◄─────────────┤ 2.04 Changed of POST /video/call/default/standup/accept
               3.201  │             ├─────────────► POST /video/call/default/standup/accept (copy of packet 9)
               3.202  ◄─────────────┼─────────────┤ 2.05 Content [call.accepted]
               3.203  ├─────────────┼─────────────► RST of FETCH /video/connect
               4.000  ├─────────────┼─────────────► GET /video/call/default/other
               4.000  ◄─────────────┼─────────────┤ 4.04 Not Found of GET /video/call/default/other
               4.100  ├─────────────┼─────────────► malformed: a token of 15 bytes is longer than the 8 that are\#
             allowed …
               5.000  ├─────────────┼─────────────► POST /video/call/default/standup/mark_ended
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the Mermaid diagram of a call`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.call, .mermaid)
        let recorded = #"""
            sequenceDiagram
                participant h1 as alice
                participant h2 as bob
                participant h3 as coordinator
                h1->>h3: 0.000 FETCH /video/connect
                note over h1: 0.000 alice: outgoing
                note over h2: 0.500 bob: cut
                h3-->>h1: 0.000 2.05 Content [connection.ok]
                h2->>h3: 0.010 FETCH /video/connect
                h3-->>h2: 0.010 2.05 Content [connection.ok]
                h1->>h3: 0.100 POST /video/call/default/standup
                h3-->>h1: 0.100 2.01 Created of POST /video/call/default/standup
                h3-->>h2: 0.101 2.05 Content [call.created, call.ring]
                h2-xh3: 1.000 POST /video/call/default/standup/accept ✗ lost: loss
                h2->>h3: 3.200 POST /video/call/default/standup/accept (retransmission of packet 9)
                h3-->>h2: 3.200 2.04 Changed of POST /video/call/default/standup/accept
                h2->>h3: 3.201 POST /video/call/default/standup/accept (copy of packet 9)
                h3-->>h1: 3.202 2.05 Content [call.accepted]
                h1-->>h3: 3.203 RST of FETCH /video/connect
                h1->>h3: 4.000 GET /video/call/default/other
                h3-->>h1: 4.000 4.04 Not Found of GET /video/call/default/other
                h1-->>h3: 4.100 malformed: a token of 15 bytes is longer than the 8 that are allowed (at byte 0)
                h1->>h3: 5.000 POST /video/call/default/standup/mark_ended
            """#
        #expect(lines == recorded.lines)
    }

    @Test func `the layers of the first packets of a call`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.call, .decoded)
        let recorded = #"""
                 1      0.000  alice → coordinator  CON FETCH /video/connect
                     EN10MB: 81 bytes, header of 14
                     IPv4: 127.1.0.1 → 127.0.0.1, time to live 64
                     UDP: 50000 → 5683, payload of 39 bytes
                     CoAP: confirmable, FETCH, message id 0x0065, token 01
                       Observe: 0
                       Uri-Path: video
                       Uri-Path: connect
                       Content-Format: 60
                     CBOR: {"user": {"id": "alice"}}
                 2      0.000  coordinator → alice  ACK 2.05 Content [connection.ok] (to 1)
                     EN10MB: 128 bytes, header of 14
                     IPv4: 127.0.0.1 → 127.1.0.1, time to live 64
                     UDP: 5683 → 50000, payload of 86 bytes
                     CoAP: acknowledgement, 2.05 Content, message id 0x0065, token 01
                       Observe: 1
                       Content-Format: 60
                       response to packet 1 (FETCH /video/connect), 0.000 s after it
                     CBOR: {"first": 1, "events": [{"type": "connection.ok", "user": {"id": "alice"}, "call_cid"\#
            : "default:standup"}]}
                 3      0.010  bob → coordinator  CON FETCH /video/connect
                     EN10MB: 79 bytes, header of 14
                     IPv4: 127.1.0.2 → 127.0.0.1, time to live 64
                     UDP: 50000 → 5683, payload of 37 bytes
                     CoAP: confirmable, FETCH, message id 0x0066, token 02
                       Observe: 0
                       Uri-Path: video
                       Uri-Path: connect
                       Content-Format: 60
                     CBOR: {"user": {"id": "bob"}}
                 4      0.010  coordinator → bob  ACK 2.05 Content [connection.ok] (to 3)
                     EN10MB: 126 bytes, header of 14
                     IPv4: 127.0.0.1 → 127.1.0.2, time to live 64
                     UDP: 5683 → 50000, payload of 84 bytes
                     CoAP: acknowledgement, 2.05 Content, message id 0x0066, token 02
                       Observe: 1
                       Content-Format: 60
                       response to packet 3 (FETCH /video/connect), 0.000 s after it
                     CBOR: {"first": 1, "events": [{"type": "connection.ok", "user": {"id": "bob"}, "call_cid": \#
            "default:standup"}]}
                 5      0.100  alice → coordinator  CON POST /video/call/default/standup
                     EN10MB: 112 bytes, header of 14
                     IPv4: 127.1.0.1 → 127.0.0.1, time to live 64
                     UDP: 50000 → 5683, payload of 70 bytes
                     CoAP: confirmable, POST, message id 0x0067, token 03
                       Uri-Path: video
            """#
        #expect(Array(lines.prefix(44)) == recorded.lines)
    }

    @Test func `the layers of the last packets of a call`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.call, .decoded)
        let recorded = #"""
                       Observe: 2
                       Content-Format: 60
                       notification to packet 1 (FETCH /video/connect), 3.202 s after it
                     CBOR: {"first": 1, "events": [{"type": "call.accepted", "user": {"id": "bob"}, "call_cid": \#
            "default:standup"}]}
                14      3.203  alice → coordinator  RST of FETCH /video/connect (to 13)
                     EN10MB: 46 bytes, header of 14
                     IPv4: 127.1.0.1 → 127.0.0.1, time to live 64
                     UDP: 50000 → 5683, payload of 4 bytes
                     CoAP: reset, Empty, message id 0x006a
                       reset to packet 13 (FETCH /video/connect), 0.001 s after it
                15      4.000  alice → coordinator  CON GET /video/call/default/other
                     EN10MB: 72 bytes, header of 14
                     IPv4: 127.1.0.1 → 127.0.0.1, time to live 64
                     UDP: 50000 → 5683, payload of 30 bytes
                     CoAP: confirmable, GET, message id 0x006b, token 05
                       Uri-Path: video
                       Uri-Path: call
                       Uri-Path: default
                       Uri-Path: other
                16      4.000  coordinator → alice  ACK 4.04 Not Found of GET /video/call/default/other (to 15)
                     EN10MB: 47 bytes, header of 14
                     IPv4: 127.0.0.1 → 127.1.0.1, time to live 64
                     UDP: 5683 → 50000, payload of 5 bytes
                     CoAP: acknowledgement, 4.04 Not Found, message id 0x006b, token 05
                       response to packet 15 (GET /video/call/default/other), 0.000 s after it
                17      4.100  alice → coordinator  malformed CoAP: a token of 15 bytes is longer than the 8 tha\#
            t are allowed (at byte 0)
                     EN10MB: 46 bytes, header of 14
                     IPv4: 127.1.0.1 → 127.0.0.1, time to live 64
                     UDP: 50000 → 5683, payload of 4 bytes
                     CoAP: malformed, a token of 15 bytes is longer than the 8 that are allowed (at byte 0)
                18      5.000  alice → coordinator  CON POST /video/call/default/standup/mark_ended
                     EN10MB: 85 bytes, header of 14
                     IPv4: 127.1.0.1 → 127.0.0.1, time to live 64
                     UDP: 50000 → 5683, payload of 43 bytes
                     CoAP: confirmable, POST, message id 0x006c, token 06
                       Uri-Path: video
                       Uri-Path: call
                       Uri-Path: default
                       Uri-Path: standup
                       Uri-Path: mark_ended
            """#
        #expect(Array(lines.suffix(40)) == recorded.lines)
    }

    @Test func `the JSON objects of a call`() throws {
        let lines = try RecordedCapture.lines(RecordedCapture.call, .json)
        let recorded = #"""
            {"number":1,"time":0.000000000,"date":1700000000.000000000,"length":81,"from":"127.1.0.1:50000","to"\#
            :"127.0.0.1:5683","fromName":"alice","toName":"coordinator","bytes":39,"kind":"coap","coap":{"is":"r\#
            equest","type":"CON","code":"0.05","messageID":101,"token":"01","observe":0,"contentFormat":60,"meth\#
            od":"FETCH","path":"/video/connect"}}
            {"number":2,"time":0.000000000,"date":1700000000.000000000,"length":128,"from":"127.0.0.1:5683","to"\#
            :"127.1.0.1:50000","fromName":"coordinator","toName":"alice","bytes":86,"kind":"coap","coap":{"is":"\#
            response","type":"ACK","code":"2.05","status":"Content","messageID":101,"token":"01","observe":1,"co\#
            ntentFormat":60,"method":"FETCH","path":"/video/connect","events":["connection.ok"],"calls":["defaul\#
            t:standup"],"answers":1,"after":0.000000000}}
            {"number":3,"time":0.010000000,"date":1700000000.010000000,"length":79,"from":"127.1.0.2:50000","to"\#
            :"127.0.0.1:5683","fromName":"bob","toName":"coordinator","bytes":37,"kind":"coap","coap":{"is":"req\#
            uest","type":"CON","code":"0.05","messageID":102,"token":"02","observe":0,"contentFormat":60,"method\#
            ":"FETCH","path":"/video/connect"}}
            {"number":4,"time":0.010000000,"date":1700000000.010000000,"length":126,"from":"127.0.0.1:5683","to"\#
            :"127.1.0.2:50000","fromName":"coordinator","toName":"bob","bytes":84,"kind":"coap","coap":{"is":"re\#
            sponse","type":"ACK","code":"2.05","status":"Content","messageID":102,"token":"02","observe":1,"cont\#
            entFormat":60,"method":"FETCH","path":"/video/connect","events":["connection.ok"],"calls":["default:\#
            standup"],"answers":3,"after":0.000000000}}
            {"number":5,"time":0.100000000,"date":1700000000.100000000,"length":112,"from":"127.1.0.1:50000","to\#
            ":"127.0.0.1:5683","fromName":"alice","toName":"coordinator","bytes":70,"kind":"coap","coap":{"is":"\#
            request","type":"CON","code":"0.02","messageID":103,"token":"03","contentFormat":60,"method":"POST",\#
            "path":"/video/call/default/standup","calls":["default:standup"]}}
            {"number":6,"time":0.100000000,"date":1700000000.100000000,"length":47,"from":"127.0.0.1:5683","to":\#
            "127.1.0.1:50000","fromName":"coordinator","toName":"alice","bytes":5,"kind":"coap","coap":{"is":"re\#
            sponse","type":"ACK","code":"2.01","status":"Created","messageID":103,"token":"03","method":"POST","\#
            path":"/video/call/default/standup","calls":["default:standup"],"answers":5,"after":0.000000000}}
            {"number":7,"time":0.101000000,"date":1700000000.101000000,"length":183,"from":"127.0.0.1:5683","to"\#
            :"127.1.0.2:50000","fromName":"coordinator","toName":"bob","bytes":141,"kind":"coap","coap":{"is":"n\#
            otification","type":"CON","code":"2.05","status":"Content","messageID":104,"token":"02","observe":2,\#
            "contentFormat":60,"method":"FETCH","path":"/video/connect","events":["call.created","call.ring"],"c\#
            alls":["default:standup"],"answers":3,"after":0.091000000}}
            {"number":8,"time":0.101000000,"date":1700000000.101000000,"length":46,"from":"127.1.0.2:50000","to"\#
            :"127.0.0.1:5683","fromName":"bob","toName":"coordinator","bytes":4,"kind":"coap","coap":{"is":"ackn\#
            owledgement","type":"ACK","code":"0.00","messageID":104,"method":"FETCH","path":"/video/connect","ca\#
            lls":["default:standup"],"answers":7,"after":0.000000000}}
            {"number":9,"time":1.000000000,"date":1700000001.000000000,"length":81,"from":"127.1.0.2:50000","to"\#
            :"127.0.0.1:5683","fromName":"bob","toName":"coordinator","bytes":39,"kind":"coap","coap":{"is":"req\#
            uest","type":"CON","code":"0.02","messageID":105,"token":"04","method":"POST","path":"/video/call/de\#
            fault/standup/accept","calls":["default:standup"]}}
            {"number":10,"time":3.200000000,"date":1700000003.200000000,"length":81,"from":"127.1.0.2:50000","to\#
            ":"127.0.0.1:5683","fromName":"bob","toName":"coordinator","bytes":39,"kind":"coap","coap":{"is":"re\#
            quest","type":"CON","code":"0.02","messageID":105,"token":"04","method":"POST","path":"/video/call/d\#
            efault/standup/accept","calls":["default:standup"],"retransmissionOf":9}}
            {"number":11,"time":3.200000000,"date":1700000003.200000000,"length":47,"from":"127.0.0.1:5683","to"\#
            :"127.1.0.2:50000","fromName":"coordinator","toName":"bob","bytes":5,"kind":"coap","coap":{"is":"res\#
            ponse","type":"ACK","code":"2.04","status":"Changed","messageID":105,"token":"04","method":"POST","p\#
            ath":"/video/call/default/standup/accept","calls":["default:standup"],"answers":9,"after":2.200000000}}
            {"number":12,"time":3.201000000,"date":1700000003.201000000,"length":81,"from":"127.1.0.2:50000","to\#
            ":"127.0.0.1:5683","fromName":"bob","toName":"coordinator","bytes":39,"kind":"coap","coap":{"is":"re\#
            quest","type":"CON","code":"0.02","messageID":105,"token":"04","method":"POST","path":"/video/call/d\#
            efault/standup/accept","calls":["default:standup"],"copyOf":9}}
            {"number":13,"time":3.202000000,"date":1700000003.202000000,"length":126,"from":"127.0.0.1:5683","to\#
            ":"127.1.0.1:50000","fromName":"coordinator","toName":"alice","bytes":84,"kind":"coap","coap":{"is":\#
            "notification","type":"CON","code":"2.05","status":"Content","messageID":106,"token":"01","observe":\#
            2,"contentFormat":60,"method":"FETCH","path":"/video/connect","events":["call.accepted"],"calls":["d\#
            efault:standup"],"answers":1,"after":3.202000000}}
            {"number":14,"time":3.203000000,"date":1700000003.203000000,"length":46,"from":"127.1.0.1:50000","to\#
            ":"127.0.0.1:5683","fromName":"alice","toName":"coordinator","bytes":4,"kind":"coap","coap":{"is":"r\#
            eset","type":"RST","code":"0.00","messageID":106,"method":"FETCH","path":"/video/connect","calls":["\#
            default:standup"],"answers":13,"after":0.001000000}}
            {"number":15,"time":4.000000000,"date":1700000004.000000000,"length":72,"from":"127.1.0.1:50000","to\#
            ":"127.0.0.1:5683","fromName":"alice","toName":"coordinator","bytes":30,"kind":"coap","coap":{"is":"\#
            request","type":"CON","code":"0.01","messageID":107,"token":"05","method":"GET","path":"/video/call/\#
            default/other","calls":["default:other"]}}
            {"number":16,"time":4.000000000,"date":1700000004.000000000,"length":47,"from":"127.0.0.1:5683","to"\#
            :"127.1.0.1:50000","fromName":"coordinator","toName":"alice","bytes":5,"kind":"coap","coap":{"is":"r\#
            esponse","type":"ACK","code":"4.04","status":"Not Found","messageID":107,"token":"05","method":"GET"\#
            ,"path":"/video/call/default/other","calls":["default:other"],"answers":15,"after":0.000000000}}
            {"number":17,"time":4.100000000,"date":1700000004.100000000,"length":46,"from":"127.1.0.1:50000","to\#
            ":"127.0.0.1:5683","fromName":"alice","toName":"coordinator","bytes":4,"kind":"coap","coap":{"is":"m\#
            alformed","problem":"a token of 15 bytes is longer than the 8 that are allowed (at byte 0)"}}
            {"number":18,"time":5.000000000,"date":1700000005.000000000,"length":85,"from":"127.1.0.1:50000","to\#
            ":"127.0.0.1:5683","fromName":"alice","toName":"coordinator","bytes":43,"kind":"coap","coap":{"is":"\#
            request","type":"CON","code":"0.02","messageID":108,"token":"06","method":"POST","path":"/video/call\#
            /default/standup/mark_ended","calls":["default:standup"]}}
            """#
        #expect(lines == recorded.lines)
    }
}
