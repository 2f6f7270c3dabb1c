package org.thetisdb.engine.choice;

import java.util.Optional;
import org.thetisdb.engine.pipeline.RunState;
import org.thetisdb.engine.pipeline.Worker;

/** Whether there is memory for a table before a query begins; stays the same until it ends. Asked between pipelines. */
final class TableRoom implements RunState {
    private final long bytes;
    private Optional<Boolean> answer = Optional.empty();

    TableRoom(long bytes) {
        this.bytes = bytes;
    }

    /** Whether a worker may have so many bytes now. */
    static boolean fits(long bytes, Worker worker) {
        return bytes <= worker.query().workingBytes(1);
    }

    boolean isRoom(Worker worker) {
        if (answer.isEmpty()) {
            answer = Optional.of(fits(bytes, worker));
        }
        return answer.get();
    }

    @Override
    public void reset() {
        answer = Optional.empty();
    }
}
