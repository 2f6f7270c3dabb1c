package org.thetisdb.engine.scan;

import java.util.Optional;
import java.util.OptionalInt;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Statistics;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** One row with a number that the snapshot's statistics know. The plan is only used if they are exact. */
final class CountFromStatisticsSource implements Source {
    private final CountFromStatistics operator;

    CountFromStatisticsSource(CountFromStatistics operator) {
        this.operator = operator;
    }

    @Override
    public int prepare(Worker worker) {
        return 1;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        Vector column = new Vector();
        column.reset(VectorKind.INTEGER, 1);
        column.longs()[0] = count(worker);
        Batch batch = worker.newBatch();
        batch.fill(1);
        batch.hold(operator.count().id(), column);
        stage.push(batch);
    }

    private long count(Worker worker) {
        worker.reader().noteScan();
        Catalog catalog = worker.snapshot().catalog();
        Statistics statistics = worker.snapshot().statistics();
        OptionalInt start = label(operator.startLabel(), catalog);
        OptionalInt end = label(operator.endLabel(), catalog);
        OptionalInt type =
                operator.type().isPresent() ? catalog.typeId(operator.type().get()) : OptionalInt.of(Statistics.ANY);
        if (start.isEmpty() || end.isEmpty() || type.isEmpty()) {
            return 0;
        }
        if (operator.relationships()) {
            return statistics.relationships(start.getAsInt(), type.getAsInt(), end.getAsInt());
        }
        return start.getAsInt() == Statistics.ANY
                ? statistics.nodeCount()
                : statistics.nodesWithLabel(start.getAsInt());
    }

    /** Empty if there is no such label. */
    private static OptionalInt label(Optional<String> name, Catalog catalog) {
        return name.isPresent() ? catalog.labelId(name.get()) : OptionalInt.of(Statistics.ANY);
    }
}
