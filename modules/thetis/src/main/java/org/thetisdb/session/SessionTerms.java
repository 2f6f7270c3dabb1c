package org.thetisdb.session;

import java.util.Optional;
import java.util.OptionalLong;
import org.thetisdb.engine.ExtensionMeter;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.SessionMemory;
import org.thetisdb.running.TimeLimits;
import org.thetisdb.storage.options.Isolation;

/**
 * What a session begins with.
 *
 * @param isolation of transactions that do not ask for another
 * @param limits of transactions that do not ask for others
 * @param memoryBytes what its statements may keep together; empty for what each may by itself
 */
public record SessionTerms(Isolation isolation, TimeLimits limits, OptionalLong memoryBytes) {
    /** How the statements of one session run, which share its memory, and are counted together. */
    RunOptions ofOneSession(RunOptions options) {
        Optional<SessionMemory> memory =
                memoryBytes.isPresent() ? Optional.of(new SessionMemory(memoryBytes.getAsLong())) : Optional.empty();
        RunOptions ofSession = options.withExtensions(new ExtensionMeter());
        return memory.map(ofSession::within).orElse(ofSession);
    }
}
