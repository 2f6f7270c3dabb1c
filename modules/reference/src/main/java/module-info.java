/**
 * openCypher by the book, over plain Java collections: what the engine is compared with. Knows the bound query and
 * nothing of the engine or of storage, so that no defect of theirs can be in it too. Never shipped.
 */
@org.jspecify.annotations.NullMarked
module org.thetisdb.reference {
    requires static org.jspecify;
    requires transitive org.thetisdb.cypher;
    requires transitive org.thetisdb.value;

    exports org.thetisdb.reference;
    exports org.thetisdb.reference.function;
    exports org.thetisdb.reference.graph;
    exports org.thetisdb.reference.limit;
}
