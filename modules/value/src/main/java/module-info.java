/** Types and values of the property-graph model, and typed vectors of them: the vocabulary all other modules share. */
@org.jspecify.annotations.NullMarked
module org.thetisdb.value {
    requires static org.jspecify;

    exports org.thetisdb.value;
    exports org.thetisdb.value.vector;
}
