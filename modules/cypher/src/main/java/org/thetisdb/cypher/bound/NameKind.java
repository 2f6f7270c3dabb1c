package org.thetisdb.cypher.bound;

/** What a name of the graph names. */
public enum NameKind {
    LABEL,
    TYPE,
    PROPERTY_KEY
}
