/** Types and values of the property-graph model, and typed vectors of them: the vocabulary all other modules share. */
module org.thetisdb.value {
    exports org.thetisdb.value;
    exports org.thetisdb.value.vector;
}
