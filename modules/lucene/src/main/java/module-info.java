/** A directory for Lucene over the page cache. The core needs none of it. */
@org.jspecify.annotations.NullMarked
module org.thetisdb.lucene {
    requires static org.jspecify;
    requires transitive org.thetisdb.io;
    requires transitive org.apache.lucene.core;

    exports org.thetisdb.lucene;
}
