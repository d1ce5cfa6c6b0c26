internal import Load
internal import Loop
internal import Web

/// Serves the figures of a running load to Prometheus, at 127.0.0.1 only.
final class MetricsService {
    private var server: HTTPServer
    private var metrics = LoadMetrics()
    private var servedAt = 0.0

    /// The seconds between two checks for requests. Each check is a call of the kernel.
    private static let pause = 0.05

    init(port: UInt16) throws(WebError) {
        server = try HTTPServer(port: port, option: "--metrics")
    }

    /// The address, in a line.
    var announcement: String { "metrics    http://127.0.0.1:\(server.port)/metrics\n" }

    func add(_ sample: LoadSample) { metrics.add(sample) }

    /// Responds to the pending requests.
    func beat(_ now: Double) {
        guard now - servedAt >= Self.pause else { return }
        servedAt = now
        server.turn(at: now, milliseconds: 0, others: []) { [metrics] in
            .response(Self.answer($0, metrics))
        }
    }

    private static func answer(_ request: HTTPRequest, _ metrics: LoadMetrics) -> HTTPResponse {
        guard request.path == ["metrics"] else {
            return HTTPResponse(.notFound, "here is only /metrics\n")
        }
        guard request.method == .get else {
            return HTTPResponse(.methodNotAllowed, "/metrics is read with GET\n")
        }
        return HTTPResponse(.ok, .text, Array(metrics.page.utf8))
    }
}
