package org.thetisdb.cypher.bound;

/**
 * A scalar function of an extension. A query that is bound holds on to it: when an extension is replaced, what runs
 * ends with the function that it began with. Equal only to itself. Thread safe.
 */
public interface ExtensionFunction {
    /** How it is called. */
    FunctionCatalog.Function signature();

    /** Whether equal arguments give equal results within a statement. */
    boolean isDeterministic();
}
