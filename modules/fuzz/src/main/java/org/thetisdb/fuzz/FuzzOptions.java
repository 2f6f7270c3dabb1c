package org.thetisdb.fuzz;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.thetisdb.fuzz.generate.SeedRange;
import org.thetisdb.fuzz.load.ThetisConfiguration;
import org.thetisdb.fuzz.load.ThetisConfiguration.Way;
import org.thetisdb.fuzz.oracle.OracleFactory;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What the command line asks for.
 *
 * @param first the first seed
 * @param last the last seed
 * @param configurations the ways to ask; empty for a few that change from graph to graph
 * @param threads work on different graphs at once
 * @param timeout of each query
 * @param findingsMost the run ends after this many
 * @param shrink whether to make findings small
 * @param show whether only to print what the seeds generate
 * @param skip queries in whose text it finds a match are left out
 * @param output where findings are written
 * @param folder where databases are made
 * @param command starts this program
 * @param moreOracles ways to ask besides those of Thetis
 */
record FuzzOptions(
        FuzzKind kind,
        long first,
        long last,
        List<String> configurations,
        int threads,
        Duration timeout,
        int findingsMost,
        boolean shrink,
        boolean show,
        Optional<Pattern> skip,
        Path output,
        Path folder,
        String command,
        List<OracleFactory> moreOracles) {
    FuzzOptions {
        configurations = List.copyOf(configurations);
        moreOracles = List.copyOf(moreOracles);
    }

    static String usage() {
        StringBuilder text = new StringBuilder("""
                Usage: thetis fuzz KIND --seed A..B [options]

                Makes graphs and queries out of seeds and compares the answers of several ways to run them.

                Kinds:
                """);
        for (FuzzKind kind : FuzzKind.values()) {
            text.append(String.format(Locale.ROOT, "  %-12s %s%n", kind.text(), kind.description()));
        }
        text.append("""

                Options:
                  --seed A..B             which queries; 200 of them share a graph (default 1..10000)
                  --configuration X,Y     only these ways, the first of which is believed; or "all"
                                          (default: the reference, and two of three that change from graph to graph)
                  --threads N             graphs at a time (default: one for each processor)
                  --timeout SECONDS       a query that takes longer is a finding (default 10)
                  --findings N            ends after so many (default 20)
                  --no-shrink             leaves findings as they are
                  --skip REGEX            leaves out queries with a match in their text, as long as a finding is open
                  --show                  only prints the graphs and queries
                Configurations:
                """);
        text.append("  ").append(String.join(", ", configurationNames()));
        return text.append("\nFindings are written to build/fuzz. Exit code 1 if there are any.\n")
                .toString();
    }

    private static List<String> configurationNames() {
        List<String> names = new ArrayList<>(List.of("reference"));
        for (Way way : Way.values()) {
            names.add(way.text());
        }
        names.add("partitioned");
        return names;
    }

    static FuzzOptions parse(List<String> words, String command, List<? extends OracleFactory> moreOracles) {
        Draft draft = new Draft(command, moreOracles);
        draft.kind = Arrays.stream(FuzzKind.values())
                .filter(kind -> kind.text().equals(words.getFirst()))
                .findFirst()
                .orElseThrow(() -> wrong("no such kind: " + words.getFirst()));
        for (int index = 1; index < words.size(); index++) {
            String word = words.get(index);
            switch (word) {
                case "--no-shrink" -> draft.shrink = false;
                case "--show" -> draft.show = true;
                default -> {
                    index++;
                    if (index == words.size()) {
                        throw wrong("a value is missing after " + word);
                    }
                    draft.set(word, words.get(index));
                }
            }
        }
        return draft.options();
    }

    private static ThetisException wrong(String message) {
        return new ThetisException(ErrorCode.USAGE, message);
    }

    private static final class Draft {
        private final String command;
        private final List<? extends OracleFactory> moreOracles;

        @SuppressWarnings("NullAway.Init") // Set before it is read.
        private FuzzKind kind;

        private long first = 1;
        private long last = 10_000;
        private List<String> configurations = new ArrayList<>();
        private int threads = Runtime.getRuntime().availableProcessors();
        private Duration timeout = Duration.ofSeconds(10);
        private int findingsMost = 20;
        private boolean shrink = true;
        private boolean show;
        private Optional<Pattern> skip = Optional.empty();

        private Draft(String command, List<? extends OracleFactory> moreOracles) {
            this.command = command;
            this.moreOracles = moreOracles;
        }

        private void set(String option, String value) {
            try {
                switch (option) {
                    case "--seed" -> seeds(value);
                    case "--configuration" -> configurations(value);
                    case "--threads" -> threads = Integer.parseInt(value);
                    case "--timeout" -> timeout = Duration.ofSeconds(Integer.parseInt(value));
                    case "--skip" -> skip = Optional.of(Pattern.compile(value));
                    case "--findings" -> findingsMost = Integer.parseInt(value);
                    default -> throw wrong("no such option: " + option);
                }
            } catch (PatternSyntaxException e) {
                throw wrong(option + " takes a regular expression: value=" + value);
            } catch (NumberFormatException e) {
                throw wrong(option + " takes a number: value=" + value);
            }
        }

        private void configurations(String value) {
            configurations = List.of(value.split(","));
            List<String> names = configurationNames();
            moreOracles.forEach(oracle -> names.add(oracle.name()));
            for (String name : configurations) {
                if (!names.contains(name) && !name.equals("all")) {
                    throw wrong("no such configuration: name=" + name);
                }
            }
        }

        private void seeds(String value) {
            SeedRange range = SeedRange.parse(value).orElseThrow(() -> wrong("--seed takes A..B: value=" + value));
            first = range.first();
            last = range.last();
        }

        private FuzzOptions options() {
            Path project = Path.of(System.getProperty("thetis.project", "."));
            return new FuzzOptions(
                    kind,
                    first,
                    last,
                    configurations,
                    threads,
                    timeout,
                    findingsMost,
                    shrink,
                    show,
                    skip,
                    project.resolve("build/fuzz"),
                    ThetisConfiguration.parentFolder(),
                    command,
                    List.copyOf(moreOracles));
        }
    }
}
