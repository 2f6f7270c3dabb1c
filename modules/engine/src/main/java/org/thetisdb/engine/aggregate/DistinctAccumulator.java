package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import org.thetisdb.engine.evaluation.ConstantEvaluator;
import org.thetisdb.engine.semantics.ValueHash;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Passes each value of a group once to another accumulator. The values met so far stand in one vector beside their
 * groups; an open-addressed table of entry numbers finds them.
 */
final class DistinctAccumulator implements AggregateAccumulator {
    private static final int SLOTS_AT_FIRST = 64;

    private final AggregateAccumulator target;
    private final Vector values = new Vector();
    private final Vector parameter = new Vector();
    private final Vector[] passedColumns = {new Vector(), new Vector()};
    private int entries;
    private int[] entryGroups = new int[16];
    private long[] entryHashes = new long[16];
    private int[] slots = new int[SLOTS_AT_FIRST];
    private long[] hashes = {};
    private int[] passedRows = {};
    private int[] passedGroups = {};

    DistinctAccumulator(AggregateAccumulator target) {
        this.target = target;
        values.reset(VectorKind.NULL, 0);
    }

    @Override
    public void reserve(int groupCount) {
        target.reserve(groupCount);
    }

    @Override
    public void add(int[] groups, Vector[] arguments, long[] multiplicities, int count) {
        Vector argument = arguments[0];
        if (count == 0 || argument.kind() == VectorKind.NULL) {
            return;
        }
        if (hashes.length < count) {
            hashes = new long[count];
        }
        passedRows = Vectors.room(passedRows, count);
        passedGroups = Vectors.room(passedGroups, count);
        ValueSemantics.hash(argument, count, hashes);
        int passed = 0;
        for (int row = 0; row < count; row++) {
            if (!argument.isNull(row) && isNew(groups[row], argument, row)) {
                passedRows[passed] = row;
                passedGroups[passed++] = groups[row];
            }
        }
        if (arguments.length > 1) {
            parameter.gather(arguments[1], new int[] {0}, 1);
        }
        pass(arguments, passed);
    }

    private void pass(Vector[] arguments, int passed) {
        if (passed == 0) {
            return;
        }
        Vector[] columns = new Vector[arguments.length];
        for (int column = 0; column < columns.length; column++) {
            columns[column] = passedColumns[column];
            columns[column].gather(arguments[column], passedRows, passed);
        }
        target.add(passedGroups, columns, null, passed);
    }

    private boolean isNew(int group, Vector argument, int row) {
        long hash = ValueHash.mix(hashes[row] + group * 0x9E3779B97F4A7C15L);
        int slot = (int) hash & slots.length - 1;
        while (slots[slot] != 0) {
            int entry = slots[slot] - 1;
            if (entryHashes[entry] == hash
                    && entryGroups[entry] == group
                    && ValueSemantics.sameGroup(values, entry, argument, row)) {
                return false;
            }
            slot = slot + 1 & slots.length - 1;
        }
        append(group, hash, argument, row);
        slots[slot] = entries;
        if (entries * 2 > slots.length) {
            rehash();
        }
        return true;
    }

    private void append(int group, long hash, Vector argument, int row) {
        if (entries == entryGroups.length) {
            entryGroups = Arrays.copyOf(entryGroups, entries * 2);
            entryHashes = Arrays.copyOf(entryHashes, entries * 2);
        }
        if (entries == 0) {
            values.reset(argument.kind(), 1);
        } else {
            values.resize(entries + 1);
        }
        values.copyEntry(entries, argument, row);
        entryGroups[entries] = group;
        entryHashes[entries] = hash;
        entries++;
    }

    private void rehash() {
        slots = new int[slots.length * 2];
        for (int entry = 0; entry < entries; entry++) {
            int slot = (int) entryHashes[entry] & slots.length - 1;
            while (slots[slot] != 0) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = entry + 1;
        }
    }

    @Override
    public void merge(AggregateAccumulator other, int[] groupMapping, int otherGroupCount) {
        DistinctAccumulator more = (DistinctAccumulator) other;
        if (more.entries == 0) {
            return;
        }
        int[] groups = new int[more.entries];
        for (int entry = 0; entry < more.entries; entry++) {
            groups[entry] = groupMapping[more.entryGroups[entry]];
        }
        if (more.parameter.count() == 0) {
            add(groups, new Vector[] {more.values}, null, more.entries);
        } else {
            Vector parameters = new Vector();
            ConstantEvaluator.repeat(more.parameter, parameters, more.entries);
            add(groups, new Vector[] {more.values, parameters}, null, more.entries);
        }
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        target.result(firstGroup, count, into);
    }

    @Override
    public long bytes() {
        return target.bytes() + 4L * slots.length + 12L * entryGroups.length + values.bytesReserved();
    }
}
