package org.thetisdb.storage.index;

/**
 * The way from a tree's root to an entry: on each level a block and a place in it. Offsets and places only, so it
 * outlives the pages. Not thread safe.
 *
 * <pre>
 *   level 0   fences   ──────── place ─────────
 *   level 1   fences        ──── place ────         its block is the value at the place above
 *   level 2   leaf            ── place ──
 * </pre>
 */
final class IndexPath {
    private static final int LEVELS_MAX = 12;

    final long[] blocks = new long[LEVELS_MAX];
    final int[] places = new int[LEVELS_MAX];
    int levels;

    /** So many levels are of this way; those below are being looked for. */
    private int known;

    void copyFrom(IndexPath other) {
        levels = other.levels;
        known = other.known;
        System.arraycopy(other.blocks, 0, blocks, 0, levels);
        System.arraycopy(other.places, 0, places, 0, levels);
    }

    /** Whether it is known down to its leaf, though that may not be open yet. */
    boolean isWhole() {
        return known == levels;
    }

    /** It has been found in another way. */
    void found() {
        known = levels;
    }

    /**
     * Goes on by some places on a level; behind a block's last to the next one's first.
     *
     * @param block opens what is needed for that; at the level that is returned when this does
     * @return the lowest level whose place is known; -1 at the tree's end
     */
    int goOn(int from, int by, IndexBlock block) {
        int level = from;
        places[level] += by;
        while (level >= 0) {
            block.open(blocks[level]);
            if (places[level] < block.count()) {
                return level;
            }
            level--;
            if (level >= 0) {
                places[level]++;
            }
        }
        return -1;
    }

    /**
     * Goes down to the first place of each level below.
     *
     * @param from whose block is open
     * @param to the last level; its block is not opened
     */
    void goDown(int from, int to, IndexBlock block) {
        for (int level = from; level < to; level++) {
            if (level > from) {
                block.open(blocks[level]);
            }
            blocks[level + 1] = block.value(places[level]);
            places[level + 1] = 0;
            known = level + 2;
        }
    }
}
