import NIOCore
import Testing

@testable import ExplorerServer

@Suite struct ExpirationTests {
    @Test func `a lease that expired permanently cannot be renewed`() {
        let expiration = Expiration()
        #expect(!expiration.isCurrent(.now()))
        expiration.renew()
        #expect(expiration.isCurrent(.now()))
        expiration.expirePermanently()
        expiration.renew()
        #expect(!expiration.isCurrent(.now()))
    }

    @Test func `a closed cache neither returns nor accepts values`() {
        let values = ExpiringCache<String, Int>(limit: 4)
        let (early, late) = (Expiration(), Expiration())
        values.keep(1, for: "early", expiration: early)
        #expect(values.current("early") == 1)
        values.close()
        #expect(values.current("early") == nil && !early.isCurrent(.now()))
        // A request that began earlier and ends now.
        values.keep(2, for: "late", expiration: late)
        #expect(values.current("late") == nil && values.latest("late") == nil && !late.isCurrent(.now()))
    }
}
