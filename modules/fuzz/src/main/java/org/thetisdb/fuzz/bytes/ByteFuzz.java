package org.thetisdb.fuzz.bytes;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** {@code fuzz bytes [TARGET…] [--runs N]}: feeds bytes to the targets, guided by coverage. */
public final class ByteFuzz {
    private static final long DEFAULT_RUNS = 100_000;

    private ByteFuzz() {}

    /** How it is called, for the fuzzer's help. */
    public static String usage() {
        StringBuilder text = new StringBuilder("       thetis fuzz bytes [TARGET ...] [--runs N]\n\n"
                + "Hands any bytes to what takes bytes from outside, guided by the code that they reach.\nTargets:");
        for (ByteTarget target : ByteTarget.values()) {
            text.append(' ').append(target.text());
        }
        return text.append("; all if none is named.\n").toString();
    }

    /**
     * Runs the targets one after another.
     *
     * @return whether nothing was found
     * @throws ThetisException {@link ErrorCode#USAGE}
     */
    public static boolean run(List<String> arguments, PrintStream out) {
        Path project = Path.of(System.getProperty("thetis.project", ".")).toAbsolutePath();
        List<ByteTarget> targets = new ArrayList<>();
        long runs = DEFAULT_RUNS;
        for (int index = 0; index < arguments.size(); index++) {
            if (arguments.get(index).equals("--runs") && index + 1 < arguments.size()) {
                runs = count(arguments.get(++index));
            } else {
                targets.add(target(arguments.get(index)));
            }
        }
        boolean clean = true;
        for (ByteTarget target : targets.isEmpty() ? List.of(ByteTarget.values()) : targets) {
            clean &= new ByteRun(project, target).run(runs, out);
        }
        return clean;
    }

    private static ByteTarget target(String text) {
        return Arrays.stream(ByteTarget.values())
                .filter(target -> target.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new ThetisException(ErrorCode.USAGE, "no such target: " + text));
    }

    private static long count(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException wrong) {
            throw new ThetisException(ErrorCode.USAGE, "--runs takes a number: value=" + text, wrong);
        }
    }
}
