package org.thetisdb.bench.lucene;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.thetisdb.bench.harness.Spread;

/** What the children wrote down, and whether their answers agree. Used by one thread. */
final class LuceneTimes {
    private record Place(Situation situation, DirectoryKind directory, Question question) {}

    private final Map<Place, List<Double>> micros = new HashMap<>();
    private final Map<String, String> digests = new HashMap<>();
    private boolean agree = true;

    /** Takes the lines of one child in. */
    void add(Situation situation, DirectoryKind directory, List<String> lines) {
        for (String line : lines) {
            String[] words = line.split(" ", 4);
            Question question = LuceneOptions.named(words[0], Question.values());
            micros.computeIfAbsent(new Place(situation, directory, question), _ -> new ArrayList<>())
                    .add(Double.parseDouble(words[2]));
            String former = digests.putIfAbsent(words[0] + " " + words[1], words[3]);
            agree &= former == null || former.equals(words[3]);
        }
    }

    /** Whether all answers to the same questions were the same. */
    boolean agree() {
        return agree;
    }

    /** Microseconds a query. */
    Spread micros(Situation situation, DirectoryKind directory, Question question) {
        List<Double> measured = Objects.requireNonNull(
                micros.get(new Place(situation, directory, question)), "each question was asked in each situation");
        return Spread.of(measured.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
