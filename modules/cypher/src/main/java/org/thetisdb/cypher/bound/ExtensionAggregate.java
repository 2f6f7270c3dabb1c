package org.thetisdb.cypher.bound;

/** An aggregate function of an extension; as {@link ExtensionFunction}. */
public interface ExtensionAggregate {
    /** How it is called. */
    FunctionCatalog.Function signature();
}
