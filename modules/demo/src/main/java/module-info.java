/** The demonstration: a generator of social networks and a script of queries over them. */
@org.jspecify.annotations.NullMarked
module org.thetisdb.demo {
    requires static org.jspecify;
    requires org.thetisdb.value;
    requires org.thetisdb;
    requires org.thetisdb.shell;

    exports org.thetisdb.demo;
}
