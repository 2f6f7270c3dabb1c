/** The embedded graph database: what programs use. */
@org.jspecify.annotations.NullMarked
module org.thetisdb {
    requires static org.jspecify;
    requires transitive org.thetisdb.extension;
    requires transitive org.thetisdb.value;
    requires transitive org.thetisdb.io;
    requires transitive org.thetisdb.interchange;
    requires org.thetisdb.storage;
    requires org.thetisdb.cypher;
    requires org.thetisdb.engine;

    exports org.thetisdb;
}
