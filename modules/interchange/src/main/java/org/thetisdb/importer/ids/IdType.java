package org.thetisdb.importer.ids;

/** What the ids of a space are written as. */
public enum IdType {
    INTEGER,
    STRING;

    /** Words of a key. */
    int keyWords() {
        return this == INTEGER ? 1 : 2;
    }
}
