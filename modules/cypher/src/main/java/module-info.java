/** From text to a bound query: tokens, tree, scopes and types, errors with positions. Knows nothing of storage. */
module org.thetisdb.cypher {
    requires transitive org.thetisdb.value;

    exports org.thetisdb.cypher;
    exports org.thetisdb.cypher.bound;
    exports org.thetisdb.cypher.parse;
    exports org.thetisdb.cypher.syntax;
}
