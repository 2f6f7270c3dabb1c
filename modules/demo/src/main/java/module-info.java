/** The demonstration: a generator of social networks and a script of queries over them. */
module org.thetisdb.demo {
    requires org.thetisdb.value;

    exports org.thetisdb.demo;
}
