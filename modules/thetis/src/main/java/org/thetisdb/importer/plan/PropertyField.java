package org.thetisdb.importer.plan;

import org.thetisdb.importer.csv.ValueType;

/** A field of a table that becomes a property. */
public record PropertyField(int field, String property, ValueType type) {}
