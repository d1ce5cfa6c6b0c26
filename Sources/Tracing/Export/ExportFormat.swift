/// The formats in which a run can be opened by other tools.
package enum ExportFormat: String, CaseIterable, Sendable {
    /// Perfetto's TrackEvent, in protobuf: https://ui.perfetto.dev.
    case perfetto
    /// The JSON of chrome://tracing, for older viewers.
    case chrome
    /// A sequence diagram in Mermaid's language.
    case mermaid
    /// Spans as a line of OpenTelemetry's JSON, for Jaeger and Tempo.
    case otlp

    /// Returns a run as the bytes of a file.
    package func bytes(of trace: RunTrace) -> [UInt8] {
        switch self {
        case .perfetto: PerfettoExport.bytes(of: ExportTimeline(trace))
        case .chrome: ChromeExport.bytes(of: ExportTimeline(trace))
        case .mermaid: Array(MermaidExport.text(of: trace).utf8)
        case .otlp: OTLPExport.bytes(of: ExportTimeline(trace), trace.start)
        }
    }
}
