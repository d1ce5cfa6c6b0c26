extension EventKinds {
    /// The application's configuration changed.
    public enum AppUpdated: EventKind {
        /// What it carries.
        public typealias Payload = EmptyBody
        /// The type on the wire.
        public static let type = "app.updated"
    }

    /// What is known of a user changed.
    public enum UserUpdated: EventKind {
        /// What it carries.
        public typealias Payload = UserPayload
        /// The type on the wire.
        public static let type = "user.updated"
    }

    /// The connection cannot go on.
    public enum ConnectionError: EventKind {
        /// What it carries.
        public typealias Payload = ConnectionErrorPayload
        /// The type on the wire.
        public static let type = "connection.error"
    }

    /// The coordinator is there.
    public enum HealthCheck: EventKind {
        /// What it carries.
        public typealias Payload = HealthCheckPayload
        /// The type on the wire.
        public static let type = "health.check"
    }
}

/// The application's configuration changed.
public typealias AppUpdatedEvent = ClientWideEvent<EventKinds.AppUpdated>
/// What is known of a user changed.
public typealias UserUpdatedEvent = ClientWideEvent<EventKinds.UserUpdated>
/// The connection cannot go on.
public typealias ConnectionErrorEvent = ClientWideEvent<EventKinds.ConnectionError>
/// The coordinator is there.
public typealias HealthCheckEvent = ClientWideEvent<EventKinds.HealthCheck>
