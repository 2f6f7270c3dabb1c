/** Files, I/O engines and the page cache. Knows bytes and pages, and nothing of graphs. */
@org.jspecify.annotations.NullMarked
module org.thetisdb.io {
    requires static org.jspecify;
    requires transitive org.thetisdb.value;
    requires jdk.management;

    exports org.thetisdb.io;
    exports org.thetisdb.io.memory;
    exports org.thetisdb.io.depth to
            org.thetisdb.storage;
}
