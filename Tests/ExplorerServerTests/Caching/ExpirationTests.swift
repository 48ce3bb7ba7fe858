import NIOCore
import Testing

@testable import ExplorerServer

@Suite struct LeaseTests {
    @Test func `A lease that was ended is renewed by nobody`() {
        let lease = Lease()
        #expect(!lease.isCurrent(.now()))
        lease.renew()
        #expect(lease.isCurrent(.now()))
        lease.endForGood()
        lease.renew()
        #expect(!lease.isCurrent(.now()))
    }

    @Test func `What is known of a library that is not served any more is not known again`() {
        let values = LeasedValues<String, Int>(limit: 4)
        let (early, late) = (Lease(), Lease())
        values.keep(1, for: "early", lease: early)
        #expect(values.current("early") == 1)
        values.close()
        #expect(values.current("early") == nil && !early.isCurrent(.now()))
        // A request that began before and ends now.
        values.keep(2, for: "late", lease: late)
        #expect(values.current("late") == nil && values.latest("late") == nil && !late.isCurrent(.now()))
    }
}
