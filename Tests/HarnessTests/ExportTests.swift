import Foundation
import Journal
import ProgramTesting
import Testing

/// Runs in the formats of other tools, read by those tools' own readers.
@Suite struct ExportTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.writeScenario("A-1", to: "a.yaml")
        #expect(try rollcall.run("run", "a.yaml").status == 0)
    }

    /// Runs a program in Python.
    private func python(_ text: String) throws -> Program.Outcome {
        try folder.write(text, to: "read.py")
        return try Program.python(in: folder).run("read.py")
    }

    private func export(_ format: String) throws {
        let outcome = try rollcall.run("export", "A-1", "--format", format, "--write", "trace")
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    }

    @Test func `Perfetto's own classes read tracks, spans and flows`() throws {
        try export("perfetto")
        let outcome = try python(
            """
            from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent
            trace = Trace()
            assert trace.ParseFromString(open("trace", "rb").read()) == len(open("trace", "rb").read())
            names, tracks, depth, starts, ends, last = {}, {}, {}, set(), set(), 0
            for packet in trace.packet:
                assert packet.trusted_packet_sequence_id == 1
                for entry in packet.interned_data.event_names: names[entry.iid] = entry.name
                if packet.HasField("track_descriptor"):
                    t = packet.track_descriptor
                    tracks[t.uuid] = (t.name or t.process.process_name, t.parent_uuid)
                if not packet.HasField("track_event"): continue
                assert packet.timestamp >= last
                last, event = packet.timestamp, packet.track_event
                assert tracks[event.track_uuid][1] in tracks
                if event.type == TrackEvent.TYPE_SLICE_BEGIN:
                    assert depth.get(event.track_uuid, 0) == 0
                    depth[event.track_uuid] = 1
                elif event.type == TrackEvent.TYPE_SLICE_END:
                    depth[event.track_uuid] -= 1
                if event.type != TrackEvent.TYPE_SLICE_END: assert event.name_iid in names
                starts.update(event.flow_ids); ends.update(event.terminating_flow_ids)
            assert ends and ends <= starts
            assert not any(depth.values())
            groups = {name for name, parent in tracks.values() if not parent}
            assert {"alice", "bob", "coordinator", "sfu-1", "scenario"} <= groups, groups
            assert "inCall" in names.values() and any("/accept" in n for n in names.values())
            print("read")
            """)
        #expect(outcome.output == "read\n", "\(outcome.errors)")
    }

    @Test func `OpenTelemetry's own classes read the spans of one trace`() throws {
        try export("otlp")
        let outcome = try python(
            """
            import base64, json
            from google.protobuf.json_format import ParseDict
            from opentelemetry.proto.trace.v1.trace_pb2 import TracesData
            data = json.load(open("trace"))
            # The JSON encoding of OTLP writes identifiers in hexadecimal, that of Protocol Buffers in base 64.
            for r in data["resourceSpans"]:
                for s in (s for c in r["scopeSpans"] for s in c["spans"]):
                    for key in ("traceId", "spanId", "parentSpanId"):
                        if key in s: s[key] = base64.b64encode(bytes.fromhex(s[key])).decode()
            traces = ParseDict(data, TracesData())
            spans = [s for r in traces.resource_spans for c in r.scope_spans for s in c.spans]
            roots = [s for s in spans if not s.parent_span_id]
            assert len(roots) == 1 and roots[0].name == "A-1"
            assert {len(s.trace_id) for s in spans} == {16} and {s.trace_id for s in spans} == {roots[0].trace_id}
            assert len({s.span_id for s in spans}) == len(spans) and {len(s.span_id) for s in spans} == {8}
            assert all(s.parent_span_id == roots[0].span_id for s in spans if s is not roots[0])
            assert all(0 <= s.start_time_unix_nano <= s.end_time_unix_nano for s in spans)
            services = {a.value.string_value for r in traces.resource_spans for a in r.resource.attributes}
            assert {"alice", "bob", "coordinator"} <= services, services
            # A datagram is one span, from its sending to its end.
            sent = [s for r in traces.resource_spans for c in r.scope_spans if c.scope.name == "sent" for s in c.spans]
            assert sent and all({a.key: a.value for a in s.attributes}["to"].string_value in services for s in sent)
            assert all({a.key: a.value for a in s.attributes}["bytes"].int_value > 0 for s in sent)
            assert not any(c.scope.name == "received" for r in traces.resource_spans for c in r.scope_spans)
            print("read")
            """)
        #expect(outcome.output == "read\n", "\(outcome.errors)")
    }

    @Test func `a Chrome trace has whole spans, named tracks, and arrows that arrive`() throws {
        try export("chrome")
        let events = try #require(try JSON(parsing: folder.bytes(of: "trace"))["traceEvents"]?.elements)
        let phases = Dictionary(grouping: events) { $0["ph"]?.text ?? "" }
        #expect(Set(phases.keys) == ["M", "X", "s", "f"])
        let tracks = Set((phases["M"] ?? []).compactMap { $0["tid"]?.integer })
        for event in phases["X"] ?? [] {
            #expect(tracks.contains(event["tid"]?.integer ?? -1))
            #expect(event["dur"]?.double ?? -1 >= 0 && event["ts"]?.double ?? -1 >= 0)
        }
        let starts = Set((phases["s"] ?? []).compactMap { $0["id"]?.integer })
        let ends = Set((phases["f"] ?? []).compactMap { $0["id"]?.integer })
        #expect(!ends.isEmpty && ends.isSubset(of: starts))
    }

    @Test func `a Mermaid diagram has declared participants, messages and states`() throws {
        let outcome = try rollcall.run("export", ".rollcall/A-1", "--format", "mermaid")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "sequenceDiagram")
        let hosts = lines.compactMap { $0.wholeMatch(of: #/    participant (.+)/#).map { String($0.output.1) } }
        #expect(Set(hosts).isSuperset(of: ["alice", "bob", "coordinator", "sfu-1"]))
        for line in lines.dropFirst() {
            let arrow = line.wholeMatch(of: #/    ([\w-]+?)(->>|-->>|-x|--x)([\w-]+): [^;\n]+/#)
            let isNote = line.wholeMatch(of: #/    Note over [\w-]+: [^;\n]+/#) != nil
            #expect(arrow != nil || isNote || line.hasPrefix("    participant "), "\(line)")
            if let arrow { #expect(hosts.contains(String(arrow.output.1)) && hosts.contains(String(arrow.output.3))) }
        }
        #expect(lines.contains { $0.contains("bob->>coordinator: POST /video/call/default/standup/accept") })
        #expect(lines.contains("    Note over bob: inCall"))
    }

    @Test(arguments: ["perfetto", "chrome"])
    func `Perfetto's own trace processor answers questions about a trace`(_ format: String) throws {
        try export(format)
        let reader = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Reading/perfetto_sql.py")
        let questions = [
            "select count(*) as problems from stats where severity in ('error', 'data_loss') and value > 0",
            "select count(*) > 20 as spans, (select count(*) from flow) > 20 as arrows from slice",
            "select count(*) > 0 as states from slice where name = 'inCall' and dur > 0",
            "select min(dur) >= 0 as whole from slice",
        ]
        let outcome = try Program.python(in: folder).run([reader.path, "trace"] + questions)
        let rows = outcome.output.split(separator: "\n").map(String.init)
        #expect(
            rows == ["{\"problems\": 0}", "{\"spans\": 1, \"arrows\": 1}", "{\"states\": 1}", "{\"whole\": 1}"],
            "\(outcome.output)\(outcome.errors)")
    }

    @Test func `Mermaid itself draws the diagram`() throws {
        try export("mermaid")
        let outcome = try python(
            """
            import mermaidx, re
            text = open("trace").read()
            mermaidx.render(text).save("trace.svg")
            drawn = open("trace.svg").read()
            messages = len(re.findall(r"^    [\\w-]+?-", text, re.M))
            assert drawn.count('class="messageText"') == messages > 10, (drawn.count('class="messageText"'), messages)
            print("drawn")
            """)
        #expect(outcome.output == "drawn\n", "\(outcome.errors)")
    }

    @Test func `tshark shows the comments of an annotated capture`() throws {
        try export("pcapng")
        let fields = ["-T", "fields", "-e", "frame.number", "-e", "frame.comment"]
        let outcome = try Program(at: "/usr/bin/tshark", in: folder).run(["-n", "-r", "trace"] + fields)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let accept = try #require(lines.first { $0.contains("caused bob.callingState: incoming → joining") })
        for part in ["coordinator → bob", "step 2, line ", ": bob: accept", "cause: #", "/accept", "received"] {
            #expect(accept.contains(part), "\(part) in \(accept)")
        }
        let first = try #require(lines.first { $0.contains("cause: command bob: accept") })
        #expect(first.contains("bob → coordinator") && first.contains("received"), "\(first)")
        #expect(lines.allSatisfy { $0.contains(" → ") }, "\(outcome.output)")
    }

    @Test func `a capsule is exported with its capture, and no file of the run is overwritten`() throws {
        try folder.writeScenario("B-1", expecting: "lobby", to: "b.yaml")
        #expect(try rollcall.run("run", "b.yaml").status == 1)
        let capsule = ".rollcall/B-1/capsule.rollcall"
        let outcome = try rollcall.run("export", capsule, "--format", "pcapng", "--write", "b.pcapng")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try rollcall.run("inspect", "b.pcapng").status == 0)
        let journal = try folder.bytes(of: ".rollcall/B-1/journal.ndjson")
        let own = try rollcall.run("export", "B-1", "--format", "otlp", "--write", ".rollcall/B-1/journal.ndjson")
        #expect(
            own.status == 64 && own.errors.contains("would overwrite .rollcall/B-1/journal.ndjson"), "\(own.errors)")
        #expect(try folder.bytes(of: ".rollcall/B-1/journal.ndjson") == journal)
    }
}
