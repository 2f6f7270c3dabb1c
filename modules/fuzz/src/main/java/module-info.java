/** Makes graphs and queries by the thousand and compares what Thetis answers with what it should. Never shipped. */
@org.jspecify.annotations.NullMarked
module org.thetisdb.fuzz {
    requires static org.jspecify;
    requires org.thetisdb;
    requires org.thetisdb.cypher;
    requires org.thetisdb.engine;
    requires org.thetisdb.storage;
    requires transitive org.thetisdb.reference;
    requires transitive org.thetisdb.value;

    exports org.thetisdb.fuzz.generate;
    exports org.thetisdb.fuzz.oracle;
    exports org.thetisdb.fuzz.query;
}
