/** The embedded graph database: what programs use. */
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
}
