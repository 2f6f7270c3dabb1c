/** XML and JSON documents within the database, as an extension like any other. The database needs none of it. */
@SuppressWarnings("requires-automatic") // Saxon is no other kind of module.
@org.jspecify.annotations.NullMarked
module org.thetisdb.xml {
    requires static org.jspecify;
    requires transitive org.thetisdb.extension;
    requires org.thetisdb.value;
    requires java.xml;
    requires net.sf.saxon;
    requires tools.jackson.core;

    exports org.thetisdb.xml;
    exports org.thetisdb.xml.document;
}
