import Dispatch
import Glibc
import Rivulet

// `rivulet-bench soak`: hundreds of viewers that come, hide, show, drop out, go on where they were, and are killed, while
// others publish; and at the end every one of them must have been told everything once, in order.
//
//   SoakOptions             the command line
//   SoakRun                 the run from beginning to end
//   SoakViewer              one viewer's life, a random one
//   SoakPublisher           posts numbered notifications, one after the other
//   StalledClient           one that stops reading
//   Ledger                  what one viewer was told, and whether that is right: a pure value
//   SoakReport              the table, and the verdict
//   Client/                 event streams as observables, and what they need

/// Runs `rivulet-bench soak`, and prints its table. Returns the exit status: 0 if everything held, 1 if not.
func runSoak(_ options: SoakOptions) -> Int32 {
    do throws(ClientError) {
        let report = try SoakRun(options).run()
        print(report.text)
        return report.faults.isEmpty ? 0 : 1
    } catch {
        print("FAILED: \(error)")
        return 1
    }
}
