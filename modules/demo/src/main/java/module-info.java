/** The demonstration: a generator of social networks and a script of queries over them. */
module org.thetisdb.demo {
    requires org.thetisdb.value;
    requires org.thetisdb;
    requires org.thetisdb.shell;

    exports org.thetisdb.demo;
}
