package org.thetisdb.storage.log;

/**
 * The first byte of each operation in a commit record; the drawing of what follows is in {@link ChangeEncoder}. Numbers
 * are never given out twice.
 */
final class Operation {
    static final int CREATE_NODE = 1;
    static final int SET_LABELS = 2;
    static final int SET_NODE_PROPERTIES = 3;
    static final int DELETE_NODE = 4;
    static final int CREATE_RELATIONSHIP = 5;
    static final int SET_RELATIONSHIP_PROPERTIES = 6;
    static final int DELETE_RELATIONSHIP = 7;
    static final int CREATE_INDEX = 8;
    static final int DROP_INDEX = 9;
    static final int CREATE_CONSTRAINT = 10;
    static final int DROP_CONSTRAINT = 11;
    static final int INDEX_ONLINE = 12;
    static final int PUT_EXTENSION = 13;
    static final int DROP_EXTENSION = 14;

    private Operation() {}
}
