package org.thetisdb.engine.join;

import java.util.BitSet;
import org.thetisdb.engine.pipeline.MemoryCharge;
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
    private final boolean optional;
    private int firstSpilled = JoinSpill.PARTITIONS;

    /** @param optional whether rows of the probe side without a partner are kept */
    SpilledJoin(HashJoinSink sink, boolean optional) {
        this.sink = sink;
        this.optional = optional;
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
        MemoryCharge metBytes = new MemoryCharge(worker, sink.share());
        Prober prober = new Prober(worker, sink.keptSlots(), optional, stage);
        try {
            BitSet met = new BitSet();
            boolean isFirst = true;
            while (!stage.isSatisfied() && (build.readSome(some) || optional && isFirst)) {
                HashJoinSink.Built built = some.build(sink.anyPartner());
                SpilledSide probe = SpilledSide.ofProbe(sink, partition, worker);
                boolean byParts = optional && !(isFirst && build.isRead());
                metBytes.growTo(byParts ? probe.rowCount() / Byte.SIZE : 0);
                int row = 0;
                while (!stage.isSatisfied() && probe.next()) {
                    if (byParts) {
                        prober.probePart(built, probe.rows(), probe.keys(), met, row, build.isRead());
                    } else {
                        prober.probe(built, probe.rows(), probe.keys());
                    }
                    row += probe.rows().count();
                    worker.betweenBatches();
                }
                some.clear();
                isFirst = false;
            }
        } finally {
            some.clear();
            metBytes.release();
        }
    }

    @Override
    public void reset() {
        firstSpilled = JoinSpill.PARTITIONS;
    }
}
