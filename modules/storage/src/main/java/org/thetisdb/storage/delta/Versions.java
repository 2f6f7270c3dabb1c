package org.thetisdb.storage.delta;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.arena.KeyLists;
import org.thetisdb.storage.arena.PropertyBytes;
import org.thetisdb.storage.arena.PropertyDraft;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.arena.Records;
import org.thetisdb.value.vector.Vector;

/**
 * Versions of nodes and of relationships' properties, by the handles of their records ({@link VersionLayout}), in
 * chains, newest first.
 *
 * <pre>
 *   depth   7   6   5   4   3   2   1   0
 *   older   6   5   4   3   2   1   0   –
 *   jump    0   3   4   3   0   1   0   –
 * </pre>
 *
 * <p>Invariant: along a chain revisions descend, because a version is only put upon one that its transaction sees; only
 * the first may be uncommitted. So what a jump skips is at least as new as where it lands, and the newest version up to
 * a revision is found in a number of steps that grows with the logarithm of the chain's length (skew-binary numbers: E.
 * W. Myers, "An applicative random-access stack", 1983).
 *
 * <p>Thread safe: nothing that a reader sees of a version ever changes.
 */
final class Versions {
    private static final int NONE = RecordArena.NONE;

    private final RecordArena arena;
    private final StampTable stamps;
    private final KeyLists keyLists;

    Versions(RecordArena arena, StampTable stamps) {
        this.arena = arena;
        this.stamps = stamps;
        this.keyLists = new KeyLists(arena);
    }

    // ---------------------------------------------------------------- making

    /** A version of a relationship's properties, on top of a chain, that nobody knows yet. */
    int make(Records records, int stamp, int older, PropertyDraft properties) {
        return make(records, stamp, older, 0, 0, properties);
    }

    /**
     * A version on top of a chain that nobody knows yet.
     *
     * @param records where the record is made
     * @param stamp the mark of who writes it
     * @param older the version before; 0 if that is the base's, or none
     * @param labelSet of a node; those of before, if it is deleted
     * @param flags of {@link VersionLayout}
     * @param properties all that were changed since the base, with null for a removed one
     */
    int make(Records records, int stamp, int older, int labelSet, int flags, PropertyDraft properties) {
        assert older == NONE
                        || stamps.isCommitted(stamp(older)) && stamps.revision(stamp(older)) <= stamps.revision(stamp)
                : "a version is put upon one that its transaction sees: revision=" + stamps.revision(stamp) + ", older="
                        + stamps.revision(stamp(older));
        int count = properties.count();
        int keys = keyLists.list(properties.keys(), count);
        int version = records.allocate(VersionLayout.bytes(count, properties.size()));
        MemorySegment block = arena.block(version);
        long at = RecordArena.offset(version);
        VersionLayout.writeHead(block, at, stamp, labelSet, keys);
        VersionLayout.writeChain(block, at, older, jumpOver(older), older == NONE ? 0 : depth(older) + 1);
        long valuesAt = VersionLayout.writeFlags(block, at, flags, count, properties.size());
        for (int place = 0; place < count; place++) {
            VersionLayout.writePlace(block, at, place, valuesAt + properties.start(place));
        }
        properties.copyTo(block, at + valuesAt);
        return version;
    }

    /** Two jumps of equal length below make one longer one. */
    private int jumpOver(int older) {
        int landing = older == NONE ? NONE : jump(older);
        int second = landing == NONE ? NONE : jump(landing);
        boolean joins = second != NONE && depth(older) - depth(landing) == depth(landing) - depth(second);
        return joins ? second : older;
    }

    // ---------------------------------------------------------------- chains

    /** The newest version of a chain that a reader sees; 0 if that is the base's. */
    int newest(int head, Visibility visibility) {
        int version = head;
        while (version != NONE && !sees(version, visibility)) {
            int jump = jump(version);
            // What is not seen there is not seen on the way there either.
            version = jump != NONE && !sees(jump, visibility) ? jump : older(version);
        }
        return version;
    }

    private boolean sees(int version, Visibility visibility) {
        return stamps.sees(version, VersionLayout.STAMP, stamp(version), visibility);
    }

    int stamp(int version) {
        return VersionLayout.stamp(arena.block(version), RecordArena.offset(version));
    }

    /** The version before; 0 if that is the base's, or none. */
    int older(int version) {
        return VersionLayout.older(arena.block(version), RecordArena.offset(version));
    }

    /** An older version, further away the longer the chain; 0 at its end. */
    int jump(int version) {
        return VersionLayout.jump(arena.block(version), RecordArena.offset(version));
    }

    private int depth(int version) {
        return VersionLayout.depth(arena.block(version), RecordArena.offset(version));
    }

    // ---------------------------------------------------------------- nodes

    /** The node's labels; {@link GraphReader#NO_NODE} if it was deleted. */
    int labelSet(int version) {
        return exists(version) ? formerLabelSet(version) : GraphReader.NO_NODE;
    }

    /** The node's labels, those of before if it was deleted. */
    int formerLabelSet(int version) {
        return VersionLayout.labelSet(arena.block(version), RecordArena.offset(version));
    }

    boolean exists(int version) {
        return !VersionLayout.hasFlag(arena.block(version), RecordArena.offset(version), VersionLayout.DELETED);
    }

    /** Whether the base has none of its properties, because the node was made since. */
    boolean isFresh(int version) {
        return VersionLayout.hasFlag(arena.block(version), RecordArena.offset(version), VersionLayout.FRESH);
    }

    // ---------------------------------------------------------------- properties

    /** The list of its keys, which versions share. */
    int keyList(int version) {
        return VersionLayout.keys(arena.block(version), RecordArena.offset(version));
    }

    /** The place of a property in all versions with a list of keys, or -1. */
    int place(int keyList, int propertyKeyId) {
        return keyLists.find(keyList, propertyKeyId);
    }

    /** The place of a property, or -1. */
    int find(int version, int propertyKeyId) {
        return keyLists.find(keyList(version), propertyKeyId);
    }

    /** Its keys, ascending; none for no version. */
    int[] keys(int version) {
        return version == NONE ? new int[0] : keyLists.keys(keyList(version));
    }

    /** The keys of what has some below a version, ascending. */
    int[] keysOver(int[] ofBase, int version) {
        int[] changed = keys(version);
        int[] keys = Arrays.copyOf(ofBase, ofBase.length + changed.length);
        int count = 0;
        for (int key : ofBase) {
            if (Arrays.binarySearch(changed, key) < 0) {
                keys[count++] = key;
            }
        }
        for (int place = 0; place < changed.length; place++) {
            if (!isRemoved(version, place)) {
                keys[count++] = changed[place];
            }
        }
        Arrays.sort(keys, 0, count);
        return Arrays.copyOf(keys, count);
    }

    /** Some keys and those of a version, ascending. */
    int[] keysWith(int[] others, int version) {
        if (version == NONE || !exists(version)) {
            return others;
        }
        int[] all = others;
        for (int key : keys(version)) {
            int place = Arrays.binarySearch(all, key);
            if (place < 0) {
                int[] more = Arrays.copyOf(all, all.length + 1);
                System.arraycopy(all, ~place, more, ~place + 1, all.length - ~place);
                more[~place] = key;
                all = more;
            }
        }
        return all;
    }

    /** The value in a place, boxed; null if it was removed. */
    @Nullable
    Object value(int version, int place) {
        MemorySegment block = arena.block(version);
        long at = RecordArena.offset(version);
        return PropertyBytes.get(block, at + VersionLayout.place(block, at, place));
    }

    /** Calls for each property that has a value, by ascending key. */
    void properties(int version, GraphReader.PropertyVisitor visitor) {
        int[] keys = keys(version);
        for (int place = 0; place < keys.length; place++) {
            Object value = value(version, place);
            if (value != null) {
                visitor.visit(keys[place], value);
            }
        }
    }

    /** The value of a property, boxed; null if there is none, or no version. */
    @Nullable
    Object valueOf(int version, int propertyKeyId) {
        int place = version == NONE ? -1 : find(version, propertyKeyId);
        return place < 0 ? null : value(version, place);
    }

    boolean isRemoved(int version, int place) {
        MemorySegment block = arena.block(version);
        long at = RecordArena.offset(version);
        return PropertyBytes.isNull(block, at + VersionLayout.place(block, at, place));
    }

    /** Makes the value in a place an entry of a vector, which is null there. */
    void copy(int version, int place, Vector into, int index) {
        MemorySegment block = arena.block(version);
        long at = RecordArena.offset(version);
        PropertyBytes.copy(block, at + VersionLayout.place(block, at, place), into, index);
    }

    /** Puts all of a version's properties into a draft. */
    void draft(int version, PropertyDraft into) {
        into.clear();
        int list = version == NONE ? NONE : keyList(version);
        for (int place = 0; place < keyLists.count(list); place++) {
            add(version, list, place, into);
        }
    }

    private void add(int version, int list, int place, PropertyDraft into) {
        MemorySegment block = arena.block(version);
        long at = RecordArena.offset(version);
        into.add(keyLists.key(list, place), block, at + VersionLayout.place(block, at, place));
    }

    /**
     * Puts a version's properties into a draft, with others on top.
     *
     * @param version 0 for none
     * @param keys ascending
     * @param keepNulls whether a removed property must be remembered as removed
     */
    void draft(int version, int[] keys, @Nullable Object[] values, boolean keepNulls, PropertyDraft into) {
        into.clear();
        int list = version == NONE ? NONE : keyList(version);
        int count = keyLists.count(list);
        int mine = 0;
        int other = 0;
        while (mine < count || other < keys.length) {
            boolean takeOther = mine == count || other < keys.length && keys[other] <= keyLists.key(list, mine);
            if (!takeOther) {
                if (keepNulls || !isRemoved(version, mine)) {
                    add(version, list, mine, into);
                }
                mine++;
                continue;
            }
            if (mine < count && keyLists.key(list, mine) == keys[other]) {
                mine++;
            }
            if (keepNulls || values[other] != null) {
                into.add(keys[other], values[other]);
            }
            other++;
        }
    }
}
