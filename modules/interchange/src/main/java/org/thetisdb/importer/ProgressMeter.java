package org.thetisdb.importer;

import java.util.function.LongSupplier;
import org.thetisdb.importer.load.ImportRun;
import org.thetisdb.importer.load.TypeScan;
import org.thetisdb.storage.load.LoadProgress;

/** Turns what the reading and the loader say into steps with rates. Its callers never call at the same time. */
final class ProgressMeter implements TypeScan.Listener, ImportRun.Listener, LoadProgress {
    private static final long INTERVAL_NANOS = 200_000_000;

    private final ImportProgress listener;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private ImportProgress.Phase phase = ImportProgress.Phase.READ_NODES;
    private long phaseStartNanos;
    private long phaseStartDone;
    private long lastNanos;

    ProgressMeter(ImportProgress listener, LongSupplier nanoClock) {
        this.listener = listener;
        this.nanoClock = nanoClock;
        startNanos = nanoClock.getAsLong();
        phaseStartNanos = startNanos;
        lastNanos = startNanos - INTERVAL_NANOS;
    }

    long elapsedNanos() {
        return nanoClock.getAsLong() - startNanos;
    }

    @Override
    public void scanned(long readBytes, long totalBytes) {
        step(ImportProgress.Phase.INFER_TYPES, readBytes, totalBytes);
    }

    @Override
    public void read(boolean relationships, long rows, long readBytes, long totalBytes) {
        double share = totalBytes == 0 ? 1 : Math.clamp((double) readBytes / totalBytes, 1e-6, 1.0);
        ImportProgress.Phase now =
                relationships ? ImportProgress.Phase.READ_RELATIONSHIPS : ImportProgress.Phase.READ_NODES;
        step(now, rows, Math.max(rows, (long) (rows / share)));
    }

    @Override
    public void advanced(Phase loaderPhase, long done, long total) {
        ImportProgress.Phase now = switch (loaderPhase) {
            case NODES -> ImportProgress.Phase.WRITE_NODES;
            case FORWARD_LISTS -> ImportProgress.Phase.WRITE_FORWARD_LISTS;
            case BACKWARD_LISTS -> ImportProgress.Phase.WRITE_BACKWARD_LISTS;
            case INDEXES -> ImportProgress.Phase.WRITE_INDEXES;
            case PUBLISH -> ImportProgress.Phase.PUBLISH;
        };
        step(now, done, total);
    }

    private synchronized void step(ImportProgress.Phase now, long done, long total) {
        long nanos = nanoClock.getAsLong();
        boolean begins = now != phase;
        if (begins) {
            phase = now;
            phaseStartNanos = nanos;
            phaseStartDone = now == ImportProgress.Phase.READ_RELATIONSHIPS ? done : 0;
        }
        if (!begins && done < total && nanos - lastNanos < INTERVAL_NANOS) {
            return;
        }
        lastNanos = nanos;
        long phaseNanos = nanos - phaseStartNanos;
        double perSecond = phaseNanos == 0 ? 0 : (done - phaseStartDone) * 1e9 / phaseNanos;
        long remainingNanos = perSecond <= 0 ? -1 : (long) ((total - done) / perSecond * 1e9);
        listener.advanced(new ImportProgress.Step(phase, done, Math.max(done, total), perSecond, remainingNanos));
    }
}
