/**
 * A server that speaks PostgreSQL's wire protocol, for its clients. It uses what programs use, {@code org.thetisdb}
 * alone; the library needs none of it.
 */
@org.jspecify.annotations.NullMarked
module org.thetisdb.postgresql {
    requires static org.jspecify;
    requires transitive org.thetisdb;
    requires net.sf.jsqlparser;

    exports org.thetisdb.postgresql;
}
