package org.thetisdb.shell.statement;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.thetisdb.shell.output.Figures;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.output.ProgressLine;

/**
 * Tells on the screen that a statement still runs, until something else is written there.
 *
 * <pre>
 *   running for 4 s, 12,288 rows so far; Ctrl-C stops it
 * </pre>
 *
 * <p>Threads: one begins and ends; a thread of its own shows the line in between, and never once {@link #end} has
 * returned.
 */
public final class Waiting {
    /** How long a statement may take before anything is said. */
    public static final long PATIENCE_NANOS = 2_000_000_000L;

    private static final long STEP_NANOS = 1_000_000_000L;

    /** Says nothing. */
    public static final Waiting SILENT = new Waiting(Optional.empty(), 0, () -> 0);

    private final Optional<ProgressLine> line;
    private final long patienceNanos;
    private final LongSupplier nanoClock;
    private long round;
    private boolean running;
    private long beginNanos;

    /**
     * @param line where to tell; empty for nowhere
     * @param patienceNanos how long nothing is said
     */
    public Waiting(Optional<ProgressLine> line, long patienceNanos, LongSupplier nanoClock) {
        this.line = line;
        this.patienceNanos = patienceNanos;
        this.nanoClock = nanoClock;
    }

    /** Tells on the standard error, if somebody watches. */
    public static Waiting onTerminal(Output errors) {
        return ProgressLine.isTerminal()
                ? new Waiting(Optional.of(new ProgressLine(errors)), PATIENCE_NANOS, System::nanoTime)
                : SILENT;
    }

    /** A statement begins. */
    public synchronized void begin(StatementRun run) {
        if (line.isEmpty()) {
            return;
        }
        running = true;
        beginNanos = nanoClock.getAsLong();
        long mine = ++round;
        Thread.ofPlatform().daemon().name("thetis-waiting").start(() -> show(mine, run));
    }

    /** Something is written, or the statement has ended: the line is removed and does not come again. */
    public synchronized void end() {
        if (running) {
            running = false;
            line.ifPresent(ProgressLine::close);
            notifyAll();
        }
    }

    private synchronized void show(long mine, StatementRun statement) {
        long wait = patienceNanos;
        while (running && round == mine) {
            long left = beginNanos + wait - nanoClock.getAsLong();
            if (left > 0) {
                if (!waited(left)) {
                    return;
                }
                continue;
            }
            String text = text(nanoClock.getAsLong() - beginNanos, statement.rowCount());
            line.ifPresent(shown -> shown.show("running", text));
            wait += STEP_NANOS;
        }
    }

    @SuppressWarnings("WaitNotInLoop") // Whoever calls asks again.
    private synchronized boolean waited(long nanos) {
        try {
            wait(nanos / 1_000_000, (int) (nanos % 1_000_000));
            return true;
        } catch (InterruptedException ending) {
            return false;
        }
    }

    private static String text(long nanos, long rows) {
        return "running for " + nanos / 1_000_000_000L + " s"
                + (rows > 0 ? ", " + Figures.counted(rows, "row") + " so far" : "") + "; Ctrl-C stops it";
    }
}
