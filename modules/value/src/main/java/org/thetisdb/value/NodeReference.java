package org.thetisdb.value;

/** A node by its id; its labels and properties are read from a snapshot. */
public record NodeReference(long id) {}
