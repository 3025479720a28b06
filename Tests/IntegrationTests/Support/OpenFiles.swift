import Foundation
import Testing

/// Lets this process, and the ones it starts from now on, have so many descriptors open. Those that many clients at once need
/// are more than the usual 1 024.
func allowOpenFiles(_ wanted: Int) throws {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    try #require(getrlimit(resource, &limit) == 0)
    guard limit.rlim_cur < rlim_t(wanted) else { return }
    limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
    try #require(setrlimit(resource, &limit) == 0 && limit.rlim_cur >= rlim_t(wanted))
}
