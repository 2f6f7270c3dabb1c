package org.thetisdb.engine.scan;

import java.util.List;
import org.thetisdb.engine.hash.NodeBits;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.semantics.ElementRuns;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Looks for the elements of a long list in an index, run by run. Elements may be equal, and a node is joined once; what
 * is remembered for that are the nodes, a bit for each, and not the elements. Used by one thread.
 */
final class LongListSeek {
    private final Worker worker;
    private final MemoryCharge charge;
    private long[] found = {};

    LongListSeek(Worker worker) {
        this.worker = worker;
        this.charge = new MemoryCharge(worker, "IndexSeek");
    }

    /** Joins a row with all nodes under some element of a list. */
    void seek(List<?> list, NodeIndexReader index, int row, NodeJoin join) {
        if (found.length < worker.batchRows()) {
            found = new long[worker.batchRows()];
        }
        NodeBits joined = new NodeBits();
        for (Vector run : ElementRuns.of(list, VectorKind.NULL)) {
            worker.query().checkpoint();
            for (int element = 0; element < run.count() && join.isOpen(); element++) {
                index.seek(run, element);
                addNew(index, joined, row, join);
            }
            if (!join.isOpen()) {
                break;
            }
            charge.growTo(joined.bytes());
        }
        charge.release();
    }

    private void addNew(NodeIndexReader index, NodeBits joined, int row, NodeJoin join) {
        int count = index.next(found, found.length);
        while (count > 0) {
            for (int place = 0; place < count && join.isOpen(); place++) {
                if (joined.add(found[place])) {
                    join.add(row, found[place]);
                }
            }
            count = join.isOpen() ? index.next(found, found.length) : 0;
        }
    }
}
