package org.thetisdb.fuzz;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import org.thetisdb.fuzz.bytes.ByteFuzz;
import org.thetisdb.fuzz.life.LifeFuzz;
import org.thetisdb.fuzz.oracle.OracleFactory;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The entry point of {@code ./thetis fuzz}. */
public final class Fuzz {
    /** What is named instead of a kind for {@link ByteFuzz}. */
    private static final String BYTES = "bytes";

    /** What is named instead of a kind for {@link LifeFuzz}. */
    private static final String LIFE = "life";

    private Fuzz() {}

    /** Exit code 0 if nothing was found, 1 on findings, 2 on wrong usage. */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.exit(run(List.of(arguments), out));
    }

    static int run(List<String> arguments, PrintStream out) {
        return run(arguments, out, "./thetis fuzz", List.of());
    }

    /**
     * Runs what the arguments ask for.
     *
     * @param command starts this program, for messages that say how to replay a finding
     * @param moreOracles ways to ask besides Thetis' own; asked only where a configuration names them
     * @return the exit code
     */
    public static int run(
            List<String> arguments, PrintStream out, String command, List<? extends OracleFactory> moreOracles) {
        if (arguments.isEmpty() || arguments.contains("--help")) {
            usage(out);
            return 0;
        }
        try {
            if (arguments.getFirst().equals(BYTES)) {
                return ByteFuzz.run(arguments.subList(1, arguments.size()), out) ? 0 : 1;
            }
            if (arguments.getFirst().equals(LIFE)) {
                return LifeFuzz.run(arguments.subList(1, arguments.size()), command, out) ? 0 : 1;
            }
            FuzzOptions options = FuzzOptions.parse(arguments, command, moreOracles);
            if (options.show()) {
                FuzzRun.show(options, out);
                return 0;
            }
            return new FuzzRun(options, out, InstantSource.system()).run() ? 0 : 1;
        } catch (ThetisException wrong) {
            if (wrong.code() != ErrorCode.USAGE) {
                throw wrong;
            }
            out.println(wrong.getMessage());
            usage(out);
            return 2;
        }
    }

    private static void usage(PrintStream out) {
        out.print(FuzzOptions.usage());
        out.print(LifeFuzz.usage());
        out.print(ByteFuzz.usage());
    }
}
