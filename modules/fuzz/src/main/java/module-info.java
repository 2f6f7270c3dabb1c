/** Makes graphs and queries by the thousand and compares what Thetis answers with what it should. Never shipped. */
module org.thetisdb.fuzz {
    requires org.thetisdb;
    requires org.thetisdb.cypher;
    requires org.thetisdb.reference;
    requires org.thetisdb.value;
}
