import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    private static let pushProviders = ["apn", "firebase", "huawei", "xiaomi"]
    /// The maximum number of devices per user.
    private static let maxDevices = 25
    /// The maximum size of a device's id in bytes. A request that deletes the device has the id in its query.
    private static let longestDeviceId = ServerRequest.longestOption - "\(QueryName.id)=".utf8.count

    func createDevice(_ request: ClientRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(CreateDeviceRequest.self)
        guard Self.pushProviders.contains(body.pushProvider) else {
            throw APIError(
                .inputError, "push_provider is not a known one: \(body.pushProvider)",
                advice: "known are \(Self.pushProviders.joined(separator: ", "))")
        }
        guard !body.id.isEmpty else { throw .badField("id", "is empty") }
        guard body.id.utf8.count <= Self.longestDeviceId else {
            throw .tooLong("id", body.id.utf8.count, limit: Self.longestDeviceId)
        }
        let userId = request.requester.user.id
        var own = devices[userId] ?? []
        let index = own.firstIndex { $0.id == body.id }
        let device = Device {
            $0.id = body.id
            $0.pushProvider = body.pushProvider
            $0.pushProviderName = body.pushProviderName
            $0.voip = body.voipToken
            $0.userId = userId
            $0.createdAt = index.map { own[$0].createdAt } ?? date
        }
        if let index {
            own[index] = device
        } else {
            guard own.count < Self.maxDevices else {
                throw APIError(
                    .inputError, "id is one device more than the \(Self.maxDevices) that a user may have",
                    advice: "delete one first")
            }
            own.append(device)
        }
        if request.requester.user.role == CallRole.guest {
            try provideRoom(for: request.requester.user, with: own)
        }
        devices[userId] = own
        return ServerResponse(index == nil ? .created : .changed)
    }

    func listDevices(_ request: ClientRequest) -> ServerResponse {
        ServerResponse(.content, ListDevicesResponse { $0.devices = devices[request.requester.user.id] ?? [] })
    }

    func deleteDevice(_ request: ClientRequest) throws(APIError) -> ServerResponse {
        guard let id = request.message.query(QueryName.id), !id.isEmpty else {
            throw APIError(
                .inputError, "the query \(QueryName.id) is missing", advice: "name the device, as in id=…")
        }
        let userId = request.requester.user.id
        guard let index = devices[userId]?.firstIndex(where: { $0.id == id }) else {
            throw APIError(.notFound, "id names no device of this user: \(id)", advice: "GET /video/devices lists them")
        }
        devices[userId]?.remove(at: index)
        return ServerResponse(.deleted)
    }

    func getEdges() -> ServerResponse {
        ServerResponse(
            .content,
            GetEdgesResponse {
                $0.edges = edges.map { edge in
                    EdgeResponse {
                        $0.id = edge.name
                        $0.location = edge.address.host.isLoopback ? "loopback" : "network"
                        $0.host = edge.address.host.description
                        $0.port = Int(edge.address.port)
                    }
                }
            })
    }
}
