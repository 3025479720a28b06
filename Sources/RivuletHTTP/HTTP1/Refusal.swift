/// Why the server answers a request itself, instead of a handler.
struct Refusal: Error, Equatable {
    let status: Status
    /// What is wrong, for the client.
    let detail: String

    init(_ status: Status, _ detail: String) {
        self.status = status
        self.detail = detail
    }
}
