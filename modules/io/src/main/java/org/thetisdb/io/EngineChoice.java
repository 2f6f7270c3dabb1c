package org.thetisdb.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Which engine reads, and what the others are. Only what comes before the one in use has been tried when a cache is
 * opened; the rest is tried when somebody asks for all. Any thread.
 *
 * @param engine the one in use
 * @param candidates all of the file system, best first
 */
record EngineChoice(IoEngine engine, List<IoEngine.Candidate> candidates) {
    /**
     * Chooses an engine.
     *
     * @param name an engine's, or {@link PageCacheOptions#AUTO} for the first that works
     * @throws ThetisException {@link ErrorCode#USAGE} if there is none of that name, or it is absent
     */
    static EngineChoice of(List<IoEngine.Candidate> candidates, String name) {
        for (IoEngine.Candidate candidate : candidates) {
            boolean wanted = name.equals(PageCacheOptions.AUTO) || name.equals(candidate.name());
            if (wanted && candidate.tried() instanceof IoEngine.Candidate.Available(IoEngine engine)) {
                return new EngineChoice(engine, List.copyOf(candidates));
            }
        }
        throw none(candidates, name);
    }

    private static ThetisException none(List<IoEngine.Candidate> candidates, String name) {
        List<String> names = candidates.stream().map(IoEngine.Candidate::name).toList();
        if (!names.contains(name) && !name.equals(PageCacheOptions.AUTO)) {
            return new ThetisException(
                    ErrorCode.USAGE,
                    "there is no such I/O engine: engine=" + name + ", known=" + names
                            + "; leave the choice out, or name one of these");
        }
        return new ThetisException(
                ErrorCode.USAGE,
                "I/O engine is not available: engine=" + name + ", known=" + names + ", reasons="
                        + describe(candidates, Optional.empty()) + "; leave the choice out, or name another");
    }

    /** {@return a line for each engine that is not in use: whether it could be, or why not} */
    List<String> others() {
        return describe(candidates, Optional.of(engine.name()));
    }

    private static List<String> describe(List<IoEngine.Candidate> candidates, Optional<String> leftOut) {
        List<String> lines = new ArrayList<>();
        for (IoEngine.Candidate candidate : candidates) {
            if (!leftOut.equals(Optional.of(candidate.name()))) {
                lines.add(candidate.name() + ": " + describe(candidate.tried()));
            }
        }
        return List.copyOf(lines);
    }

    private static String describe(IoEngine.Candidate tried) {
        return switch (tried) {
            case IoEngine.Candidate.Available _ -> "available";
            case IoEngine.Candidate.Absent absent -> absent.reason();
            case IoEngine.Candidate.Untried _ -> "not tried";
        };
    }
}
