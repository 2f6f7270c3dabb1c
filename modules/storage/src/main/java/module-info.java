/** The graph on disk: catalog, chunks, columns, adjacency, indexes, statistics. Knows nothing of queries. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // Those who may use all of it are built later.
module org.thetisdb.storage {
    requires static org.jspecify;
    requires transitive org.thetisdb.value;
    requires transitive org.thetisdb.io;

    exports org.thetisdb.storage;
    exports org.thetisdb.storage.column to
            org.thetisdb.engine;
    exports org.thetisdb.storage.load to
            org.thetisdb,
            org.thetisdb.fuzz,
            org.thetisdb.interchange;
    exports org.thetisdb.storage.options to
            org.thetisdb,
            org.thetisdb.interchange;
    exports org.thetisdb.storage.packing to
            org.thetisdb.engine;
    exports org.thetisdb.storage.report to
            org.thetisdb;
    exports org.thetisdb.storage.spill to
            org.thetisdb,
            org.thetisdb.engine;
    exports org.thetisdb.storage.store to
            org.thetisdb,
            org.thetisdb.interchange;
}
