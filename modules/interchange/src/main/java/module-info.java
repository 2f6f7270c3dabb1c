/** A whole graph out of other people's files and into them: import, dump, and the files of rows that COPY knows. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // The API is built later.
module org.thetisdb.interchange {
    requires static org.jspecify;
    requires transitive org.thetisdb.value;
    requires transitive org.thetisdb.io;
    requires org.thetisdb.storage;
    requires org.thetisdb.cypher;
    requires com.github.luben.zstd_jni;
    requires tools.jackson.core;

    exports org.thetisdb.importer;
    exports org.thetisdb.dump to
            org.thetisdb;
    exports org.thetisdb.json to
            org.thetisdb;
    exports org.thetisdb.rows to
            org.thetisdb;
}
