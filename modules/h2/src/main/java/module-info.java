/** Files for H2 over the page cache. The core needs none of it. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // H2 is no other kind of module.
@org.jspecify.annotations.NullMarked
module org.thetisdb.h2 {
    requires static org.jspecify;
    requires transitive org.thetisdb.io;
    requires transitive com.h2database;
    // H2 needs it, and has no module of its own to say so.
    requires transitive java.sql;

    exports org.thetisdb.h2;
}
