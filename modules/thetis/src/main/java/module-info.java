/** The embedded graph database: what programs use. */
module org.thetisdb {
    requires transitive org.thetisdb.value;
    requires transitive org.thetisdb.io;
    requires transitive org.thetisdb.interchange;
    requires org.thetisdb.storage;
    requires org.thetisdb.cypher;
    requires org.thetisdb.engine;

    exports org.thetisdb;
}
