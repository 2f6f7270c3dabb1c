package org.thetisdb.io;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.thetisdb.value.ThetisException;

/**
 * A way to get bytes from a file into native memory. The page cache decides what to read and where to; an engine only
 * moves bytes. Beyond what it found out when it was set up, an engine has only what reads batches (rings, threads),
 * made when it is wanted and only while files that the engine has opened are open: who closes these need not close it.
 * Any thread.
 *
 * <p>An engine's unit is a range of a file, not a page: neighbouring missing pages arrive in one call. An engine with
 * demands on alignment can rely on page-aligned offsets, addresses and lengths whenever the page cache calls it.
 */
public interface IoEngine {
    /** {@return the name by which options choose the engine and {@code info} prints it, for example {@code pread}} */
    String name();

    /**
     * Opens a file for reading.
     *
     * @param file as the operating system names it
     * @return the file; to be closed
     * @throws ThetisException if it does not exist or may not be read
     */
    ReadableFile open(Path file);

    /** What a file system answers when it is asked for its engines, best first. */
    sealed interface Candidate {
        /** {@return the engine's name} */
        String name();

        /** {@return what it is found to be: available or absent} */
        default Candidate tried() {
            return this;
        }

        /**
         * An engine of which it takes milliseconds to find out whether it works here.
         *
         * @param name by which options would choose it
         * @param trial finds out
         */
        record Untried(String name, Supplier<Candidate> trial) implements Candidate {
            @Override
            public Candidate tried() {
                return trial.get();
            }
        }

        /**
         * An engine that works here.
         *
         * @param engine ready to open files
         */
        record Available(IoEngine engine) implements Candidate {
            @Override
            public String name() {
                return engine.name();
            }
        }

        /**
         * An engine that cannot work here, and why, in words for users.
         *
         * @param name by which options would choose it
         * @param reason in words for users
         */
        record Absent(String name, String reason) implements Candidate {}
    }
}
