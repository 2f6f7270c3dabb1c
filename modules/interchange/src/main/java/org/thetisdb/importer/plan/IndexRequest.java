package org.thetisdb.importer.plan;

/** An index that the new database shall have. */
public record IndexRequest(String label, String property, boolean unique) {}
