/** The graph on disk: catalog, chunks, columns, adjacency, indexes, statistics. Knows nothing of queries. */
module org.thetisdb.storage {
    requires transitive org.thetisdb.value;
    requires transitive org.thetisdb.io;

    exports org.thetisdb.storage;
    exports org.thetisdb.storage.load;
}
