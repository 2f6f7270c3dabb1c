package org.thetisdb.storage;

/**
 * The bits of a relationship id.
 *
 * <pre>
 *   63  62        52 51                         28 27               0
 *   +---+-----------+-----------------------------+------------------+
 *   | 0 | type (11) | chunk of the start node (24)|    slot (28)     |
 *   +---+-----------+-----------------------------+------------------+
 * </pre>
 *
 * <p>A slot is given to a relationship when it is made and stays its own until it is deleted: checkpoints move entries,
 * never slots.
 */
public final class RelationshipIdLayout {
    public static final int SLOT_BITS = 28;
    public static final int SLOT_COUNT_MAX = 1 << SLOT_BITS;
    public static final int TYPE_COUNT_MAX = 1 << 11;

    private static final int TYPE_SHIFT = SLOT_BITS + NodeIdLayout.CHUNK_BITS;

    private RelationshipIdLayout() {}

    public static long id(int type, int chunk, int slot) {
        return (long) type << TYPE_SHIFT | (long) chunk << SLOT_BITS | slot;
    }

    public static int type(long relationship) {
        return (int) (relationship >>> TYPE_SHIFT);
    }

    public static int chunk(long relationship) {
        return (int) (relationship >>> SLOT_BITS) & NodeIdLayout.CHUNK_COUNT_MAX - 1;
    }

    public static int slot(long relationship) {
        return (int) relationship & SLOT_COUNT_MAX - 1;
    }
}
