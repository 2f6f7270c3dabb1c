/** From text to a bound query: tokens, tree, scopes and types, errors with positions. Knows nothing of storage. */
@org.jspecify.annotations.NullMarked
module org.thetisdb.cypher {
    requires static org.jspecify;
    requires transitive org.thetisdb.value;

    exports org.thetisdb.cypher;
    exports org.thetisdb.cypher.bound;
    exports org.thetisdb.cypher.parse;
    exports org.thetisdb.cypher.syntax;
}
