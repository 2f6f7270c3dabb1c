package org.thetisdb.bench.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;

/** One directory in one situation: asks all questions and writes down how long they took. */
final class LuceneChild {
    /** How many queries of a kind are timed as one. */
    static final int QUERIES = 100;

    private static final int WARM_UP_ROUNDS = 20;

    /** A directory that keeps nothing in memory does not get warmer with the rounds: it need not make them all. */
    private static final long PHASE_NANOS = 10_000_000_000L;

    private LuceneChild() {}

    /** The arguments: directory, situation, the index, the one to warm up with, the budget in bytes, the output. */
    public static void main(String[] arguments) throws IOException {
        DirectoryKind kind = LuceneOptions.named(arguments[0], DirectoryKind.values());
        Situation situation = LuceneOptions.named(arguments[1], Situation.values());
        Path index = Path.of(arguments[2]);
        Path warmUp = Path.of(arguments[3]);
        long budgetBytes = Long.parseLong(arguments[4]);
        List<String> lines = switch (situation) {
            case RESIDENT -> askOne(kind, index, budgetBytes, WARM_UP_ROUNDS, 7);
            case LIMITED -> {
                askOne(kind, warmUp, budgetBytes, WARM_UP_ROUNDS, 0);
                yield askOne(kind, index, budgetBytes, 1, 2);
            }
            case COLD -> {
                askOne(kind, warmUp, budgetBytes, WARM_UP_ROUNDS, 0);
                yield askOne(kind, index, budgetBytes, 0, 1);
            }
        };
        Files.write(Path.of(arguments[5]), lines);
    }

    /** The lines of the rounds that count. */
    private static List<String> askOne(DirectoryKind kind, Path index, long budgetBytes, int warmUpRounds, int rounds)
            throws IOException {
        List<String> lines = new ArrayList<>();
        try (DirectoryKind.Opened opened = kind.open(index, budgetBytes);
                DirectoryReader reader = DirectoryReader.open(opened.directory())) {
            IndexSearcher searcher = new IndexSearcher(reader);
            // Each query is to be answered by the index.
            searcher.setQueryCache(null);
            ask(searcher, -warmUpRounds, 0, new ArrayList<>());
            ask(searcher, 0, rounds, lines);
        }
        return lines;
    }

    private static void ask(IndexSearcher searcher, int from, int to, List<String> lines) throws IOException {
        long begin = System.nanoTime();
        for (int round = from; round < to && System.nanoTime() - begin < PHASE_NANOS; round++) {
            for (Question question : Question.values()) {
                lines.add(line(searcher, question, round));
            }
        }
    }

    private static String line(IndexSearcher searcher, Question question, int round) throws IOException {
        Random random = new Random(round);
        long digest = 0;
        long begin = System.nanoTime();
        for (int i = 0; i < QUERIES; i++) {
            digest = 31 * digest + question.ask(searcher, random);
        }
        double micros = (System.nanoTime() - begin) / 1e3 / QUERIES;
        return LuceneOptions.label(question) + " " + round + " " + micros + " " + Long.toHexString(digest);
    }
}
