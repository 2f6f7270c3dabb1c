/** The embedded graph database: what programs use. */
@SuppressWarnings("module") // The shell is built later.
module org.thetisdb {
    requires transitive org.thetisdb.value;
    requires transitive org.thetisdb.io;
    requires org.thetisdb.storage;
    requires org.thetisdb.cypher;
    requires org.thetisdb.engine;
    requires com.github.luben.zstd_jni;
    requires tools.jackson.databind;

    exports org.thetisdb;
    exports org.thetisdb.importer;
    // What is told of a file that is missing is the same wherever files are named.
    exports org.thetisdb.importer.plan to
            org.thetisdb.shell;
}
