/** Plans bound queries and runs them over a snapshot. Knows nothing of files. */
@org.jspecify.annotations.NullMarked
module org.thetisdb.engine {
    requires static org.jspecify;
    requires jdk.jfr;
    requires jdk.management;
    requires transitive org.thetisdb.extension;
    requires transitive org.thetisdb.cypher;
    requires transitive org.thetisdb.storage;

    exports org.thetisdb.engine;
    exports org.thetisdb.engine.extension to
            org.thetisdb;
    exports org.thetisdb.engine.fence to
            org.thetisdb;
    exports org.thetisdb.engine.procedure;
    exports org.thetisdb.engine.query;
    exports org.thetisdb.engine.semantics to
            org.thetisdb;
    exports org.thetisdb.engine.spill to
            org.thetisdb;
}
