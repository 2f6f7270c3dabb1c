package org.thetisdb.value;

/**
 * A node by its id; its labels and properties are read from a snapshot.
 *
 * @param id as {@code id()} gives it
 */
public record NodeReference(long id) {}
