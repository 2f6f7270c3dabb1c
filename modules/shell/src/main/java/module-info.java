/**
 * The command line: one-shot commands and the prompt. Reaches nothing that a program could not, but for the wording of
 * errors.
 */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // The demonstration is built later.
module org.thetisdb.shell {
    requires static org.jspecify;
    requires transitive org.thetisdb;
    requires org.thetisdb.cypher;
    requires org.thetisdb.postgresql;
    // For the prompt's tests alone, which silence what JLine logs.
    requires static java.logging;
    requires org.jline.builtins;
    requires org.jline.reader;
    requires org.jline.terminal;

    exports org.thetisdb.shell;
    exports org.thetisdb.shell.command to
            org.thetisdb.demo;
    exports org.thetisdb.shell.output to
            org.thetisdb.demo;
    exports org.thetisdb.shell.statement to
            org.thetisdb.demo;
}
