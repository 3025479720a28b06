import Glibc

/// A pointer of which each thread has its own, null at first: to what lives on a stack further up, by whoever takes it out
/// again before that ends.
struct ThreadSpecific<Value>: Sendable {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        self.key = key
    }

    /// This thread's.
    var pointer: UnsafeMutablePointer<Value>? {
        get { pthread_getspecific(key)?.assumingMemoryBound(to: Value.self) }
        nonmutating set { pthread_setspecific(key, newValue) }
    }
}
