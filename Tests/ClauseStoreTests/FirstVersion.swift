import GRDB

@testable import ClauseStore

/// A database as written by the first version of this program.
enum FirstVersion {
    /// Writes a database with the document `a`, whose only clause `one` has a Greek text.
    static func write(to path: String) throws {
        let former = try DatabasePool(path: path)
        try Schema.migrator.migrate(former, upTo: "1")
        try former.write { database in
            try database.execute(
                sql: """
                    INSERT INTO version VALUES (1, 'a', 1, 0, 'a test');
                    INSERT INTO document VALUES (7, 'a', 1, 'published',
                        '{"id":"a","title":"A","status":"published","language":"el","languages":["el"]}');
                    INSERT INTO clause VALUES (5, 7, 0, 'one', NULL, 'clause', NULL, 1);
                    INSERT INTO text VALUES (3, 5, 'el', 'el', 0, 1, 1, 'Νόμος', NULL, NULL, NULL);
                    INSERT INTO textIndex (rowid, title) VALUES (3, 'Νόμος');
                    """)
        }
        try former.close()
    }
}
