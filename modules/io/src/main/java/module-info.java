/** Files, I/O engines and the page cache. Knows bytes and pages, and nothing of graphs. */
module org.thetisdb.io {
    requires transitive org.thetisdb.value;
    requires jdk.management;

    exports org.thetisdb.io;
}
