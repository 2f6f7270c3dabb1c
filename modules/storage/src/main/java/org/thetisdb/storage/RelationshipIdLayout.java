package org.thetisdb.storage;

/**
 * The bits of a relationship id.
 *
 * <pre>
 *   63  62        52 51                         28 27               0
 *   +---+-----------+-----------------------------+------------------+
 *   | 0 | type (11) | chunk of the start node (24)|  position (28)   |
 *   +---+-----------+-----------------------------+------------------+
 * </pre>
 */
public final class RelationshipIdLayout {
    public static final int POSITION_BITS = 28;
    public static final int POSITION_COUNT_MAX = 1 << POSITION_BITS;
    public static final int TYPE_COUNT_MAX = 1 << 11;

    private static final int TYPE_SHIFT = POSITION_BITS + NodeIdLayout.CHUNK_BITS;

    private RelationshipIdLayout() {}

    public static long id(int type, int chunk, int position) {
        return (long) type << TYPE_SHIFT | (long) chunk << POSITION_BITS | position;
    }

    public static int type(long relationship) {
        return (int) (relationship >>> TYPE_SHIFT);
    }

    public static int chunk(long relationship) {
        return (int) (relationship >>> POSITION_BITS) & NodeIdLayout.CHUNK_COUNT_MAX - 1;
    }

    public static int position(long relationship) {
        return (int) relationship & POSITION_COUNT_MAX - 1;
    }
}
