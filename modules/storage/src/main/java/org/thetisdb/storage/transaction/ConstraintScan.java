package org.thetisdb.storage.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Catalog.ConstraintDescriptor;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.delta.DeltaReader;
import org.thetisdb.storage.delta.DeltaSnapshot;
import org.thetisdb.storage.delta.Stamp;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Goes over everything that a constraint is about. One thread. */
final class ConstraintScan {
    private static final int BATCH_ROWS = 1024;

    private ConstraintScan() {}

    /** That everything keeps to a constraint. */
    static void require(DeltaSnapshot snapshot, ConstraintDescriptor constraint) {
        forEachProblem(snapshot, constraint, problem -> {
            throw problem;
        });
    }

    /** That all which a constraint is about has what it asks for; whether that is unique is not looked at. */
    static void requireExistence(DeltaSnapshot snapshot, ConstraintDescriptor constraint) {
        ConstraintDescriptor existence = new ConstraintDescriptor(
                constraint.name(),
                ConstraintKind.EXISTS,
                constraint.onRelationships(),
                constraint.labelOrTypeId(),
                constraint.propertyKeyIds());
        require(snapshot, existence);
    }

    /** That what was changed since the base keeps to a constraint. */
    static void requireOfChanged(Era era, Catalog catalog, ConstraintDescriptor constraint) {
        DeltaSnapshot all = era.allCommitted(Stamp.NOBODY, catalog);
        try (DeltaReader reader = all.untrackedReader()) {
            ConstraintCheck check = new ConstraintCheck(catalog, List.of(constraint), reader, Optional.empty());
            if (constraint.onRelationships()) {
                era.delta().forEachRelationship(constraint.labelOrTypeId(), check::checkRelationship);
            } else {
                era.delta().forEachNode(check::checkNode);
            }
        }
    }

    /** Tells of everything as of now that does not keep to a constraint or to an index that is unique. */
    static void report(Revisions revisions, CheckReport.Collector collector) {
        DeltaSnapshot using = revisions.newest();
        try {
            report(using, collector);
        } finally {
            using.release();
        }
    }

    private static void report(DeltaSnapshot snapshot, CheckReport.Collector collector) {
        for (ConstraintDescriptor constraint : all(snapshot.catalog())) {
            String name = "constraint " + constraint.name();
            collector.phase(name);
            long count = forEachProblem(
                    snapshot,
                    constraint,
                    problem -> collector.finding(name, "what keeps to it", String.valueOf(problem.getMessage())));
            collector.items(count);
        }
    }

    /** An index that is unique asks the same as its constraint, should that be missing. */
    private static List<ConstraintDescriptor> all(Catalog catalog) {
        List<ConstraintDescriptor> all = new ArrayList<>(catalog.constraints());
        for (IndexDescriptor index : catalog.indexes()) {
            if (index.unique()
                    && index.online()
                    && all.stream().noneMatch(each -> each.name().equals(index.name()))) {
                all.add(new ConstraintDescriptor(
                        index.name(), ConstraintKind.UNIQUE, false, index.labelId(), index.propertyKeyIds()));
            }
        }
        return all;
    }

    /** Returns how many nodes or relationships were looked at. */
    private static long forEachProblem(
            DeltaSnapshot snapshot, ConstraintDescriptor constraint, Consumer<ThetisException> problems) {
        long[] count = {0};
        try (DeltaReader reader = snapshot.untrackedReader()) {
            ConstraintCheck check =
                    new ConstraintCheck(snapshot.catalog(), List.of(constraint), reader, Optional.empty());
            forEach(snapshot, constraint, id -> {
                try {
                    if (constraint.onRelationships()) {
                        check.checkRelationship(id);
                    } else {
                        check.checkNode(id);
                    }
                } catch (ThetisException problem) {
                    if (problem.code() != ErrorCode.CONSTRAINT_VIOLATED) {
                        throw problem;
                    }
                    problems.accept(problem);
                }
                if (++count[0] % BATCH_ROWS == 0) {
                    reader.refresh();
                }
            });
        }
        return count[0];
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
