package org.thetisdb.engine.join;

import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Joins what both sides of a join have put on disk: a morsel is a partition of their keys.
 *
 * <pre>
 *   build side's rows of the partition ──as many as fit──► JoinTable ◄── all of the probe side's rows of the partition
 *                │                                                          ▲ read again
 *                └──the next ones, until there are none──► JoinTable ───────┘
 * </pre>
 *
 * <p>So a partition may be larger than memory, whatever its keys are: all rows may have the same one. It costs reading
 * the probe side's rows once for each table.
 *
 * <p>Source: hybrid hash join (DeWitt, Katz, Olken, Shapiro, Stonebraker, Wood, "Implementation Techniques for Main
 * Memory Database Systems", SIGMOD 1984), with the hashed loops of the same authors in place of recursion.
 *
 * <p>Threads: partitions may be run by several workers at once, each by one.
 */
final class SpilledJoin implements Source {
    private final HashJoinSink sink;
    private int firstSpilled = JoinSpill.PARTITIONS;

    SpilledJoin(HashJoinSink sink) {
        this.sink = sink;
    }

    @Override
    public int prepare(Worker worker) {
        firstSpilled = sink.completeProbe();
        return JoinSpill.PARTITIONS - firstSpilled;
    }

    @Override
    public boolean isOptional() {
        return true;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        int partition = firstSpilled + morsel;
        SpilledSide build = SpilledSide.ofBuild(sink, partition, worker);
        BuildRows some = new BuildRows(worker, sink.keyCount(), sink.keptSlots(), sink.share());
        Prober prober = new Prober(worker, sink.keptSlots(), stage);
        try {
            while (!stage.isSatisfied() && build.readSome(some)) {
                HashJoinSink.Built built = some.build();
                SpilledSide probe = SpilledSide.ofProbe(sink, partition, worker);
                while (!stage.isSatisfied() && probe.next()) {
                    prober.probe(built, probe.rows(), probe.keys());
                    worker.betweenBatches();
                }
                some.clear();
            }
        } finally {
            some.clear();
        }
    }

    @Override
    public void reset() {
        firstSpilled = JoinSpill.PARTITIONS;
    }
}
