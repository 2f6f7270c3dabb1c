package org.thetisdb.storage.transaction;

import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.thetisdb.storage.Catalog.ConstraintDescriptor;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.delta.DeltaReader;
import org.thetisdb.storage.delta.DeltaSnapshot;

/** Goes over everything that a constraint is about. One thread. */
final class ExistenceScan {
    private static final int BATCH_ROWS = 1024;

    private ExistenceScan() {}

    /** That all which a constraint is about has what it asks for; whether that is unique is not looked at. */
    static void require(DeltaSnapshot snapshot, ConstraintDescriptor constraint) {
        ConstraintDescriptor existence = new ConstraintDescriptor(
                constraint.name(),
                ConstraintKind.EXISTS,
                constraint.onRelationships(),
                constraint.labelOrTypeId(),
                constraint.propertyKeyIds());
        try (DeltaReader reader = snapshot.untrackedReader()) {
            ConstraintCheck check =
                    new ConstraintCheck(snapshot.catalog(), List.of(existence), reader, Optional.empty());
            forEach(snapshot, constraint, id -> {
                if (constraint.onRelationships()) {
                    check.checkRelationship(existence, id);
                } else {
                    check.checkNode(existence, id);
                }
            });
        }
    }

    /** Calls for each node with the label, or for each relationship of the type. */
    private static void forEach(Snapshot snapshot, ConstraintDescriptor constraint, LongConsumer consumer) {
        try (GraphReader reader = snapshot.reader()) {
            long[] nodes = new long[BATCH_ROWS];
            int[] sets = new int[BATCH_ROWS];
            for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
                for (int from = 0; from < snapshot.rowCount(chunk); from += BATCH_ROWS) {
                    int count = Math.min(BATCH_ROWS, snapshot.rowCount(chunk) - from);
                    for (int row = 0; row < count; row++) {
                        nodes[row] = NodeIdLayout.id(chunk, from + row);
                    }
                    if (constraint.onRelationships()) {
                        relationships(reader, nodes, count, constraint.labelOrTypeId(), consumer);
                    } else {
                        reader.labelSets(nodes, null, count, sets);
                        labelled(snapshot, constraint.labelOrTypeId(), nodes, sets, count, consumer);
                    }
                    reader.refresh();
                }
            }
        }
    }

    private static void labelled(
            Snapshot snapshot, int labelId, long[] nodes, int[] sets, int count, LongConsumer consumer) {
        for (int row = 0; row < count; row++) {
            if (sets[row] != GraphReader.NO_NODE && snapshot.catalog().hasLabel(sets[row], labelId)) {
                consumer.accept(nodes[row]);
            }
        }
    }

    private static void relationships(GraphReader reader, long[] nodes, int count, int typeId, LongConsumer consumer) {
        Expansion expansion = reader.expansion();
        expansion.start(nodes, null, count, new int[] {typeId}, Side.FORWARD, true);
        int[] rows = new int[BATCH_ROWS];
        long[] relationships = new long[BATCH_ROWS];
        long[] neighbours = new long[BATCH_ROWS];
        int found;
        while ((found = expansion.next(rows, relationships, neighbours, BATCH_ROWS)) > 0) {
            for (int index = 0; index < found; index++) {
                consumer.accept(relationships[index]);
            }
        }
    }
}
