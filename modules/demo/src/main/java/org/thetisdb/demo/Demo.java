package org.thetisdb.demo;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.Database;
import org.thetisdb.Session;
import org.thetisdb.demo.DemoQueries.DemoQuery;
import org.thetisdb.shell.output.Figures;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.statement.QueryFailure;
import org.thetisdb.shell.statement.Statement;
import org.thetisdb.shell.statement.StatementRun;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * {@code ./thetis demo}: a social network is generated, imported and asked a dozen questions. The database is kept for
 * the next time, one for each scale and seed.
 */
public final class Demo {
    private static final String USAGE = """
            Usage: thetis demo [--scale X] [--seed N]

              --scale X    size: 0.1 (default) is about 1,000 persons, 1 about 10,000
              --seed N     another number gives another network of the same kind (default 42)
            """;

    private final Output output;
    private final Output errors;

    Demo(OutputStream output, OutputStream errors) {
        this.output = new Output(output);
        this.errors = new Output(errors);
    }

    public static void main(String[] words) {
        Demo demo = new Demo(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
        System.exit(demo.run(List.of(words), Path.of(System.getProperty("thetis.project", "."))));
    }

    /** The process's exit code. */
    int run(List<String> words, Path project) {
        try {
            if (words.contains("--help")) {
                output.print(USAGE).flush();
                return 0;
            }
            double scale = SocialNetworkGenerator.DEFAULT_SCALE;
            long seed = SocialNetworkGenerator.DEFAULT_SEED;
            for (int index = 0; index < words.size(); index += 2) {
                String value = index + 1 < words.size() ? words.get(index + 1) : "";
                switch (words.get(index)) {
                    case "--scale" -> scale = Double.parseDouble(value);
                    case "--seed" -> seed = Long.parseLong(value);
                    default -> throw usage("unknown option: " + words.get(index));
                }
            }
            DemoDatabase database = new DemoDatabase(project, output, errors);
            ask(database.prepare(scale, seed));
            return 0;
        } catch (NumberFormatException wrong) {
            errors.println("--scale and --seed take numbers; see thetis demo --help")
                    .flush();
            return 1;
        } catch (QueryFailure failure) {
            output.flush();
            errors.println(failure.rendered(errors.columns())).flush();
            return 1;
        } catch (ThetisException failure) {
            output.flush();
            errors.println(failure.code().code() + ": " + failure.getMessage()).flush();
            return 1;
        }
    }

    private static ThetisException usage(String what) {
        return new ThetisException(ErrorCode.USAGE, what + "; see thetis demo --help");
    }

    private void ask(Path directory) {
        long start = System.nanoTime();
        try (Database database = Database.open(directory);
                Session session = database.session()) {
            output.println("opened " + directory + " in " + Figures.time(System.nanoTime() - start));
            int number = 0;
            List<DemoQuery> queries = DemoQueries.all();
            for (DemoQuery query : queries) {
                number++;
                ask(session, query, number + " of " + queries.size());
            }
        }
        output.println("").println("Ask your own: ./thetis shell " + directory).flush();
    }

    private void ask(Session session, DemoQuery query, String number) {
        output.println("").println("── " + number + " · " + query.title()).println("");
        query.text().lines().forEach(line -> output.println("    " + line));
        output.println("").flush();
        long start = System.nanoTime();
        StatementRun run = new StatementRun(session, Optional.empty(), output, errors);
        run.run(Statement.of(query.text()), Map.of(), "table", false);
        output.println("in " + Figures.time(System.nanoTime() - start)).flush();
    }
}
