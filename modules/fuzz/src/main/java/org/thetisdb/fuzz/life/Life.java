package org.thetisdb.fuzz.life;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.oracle.Comparison.Difference;
import org.thetisdb.fuzz.oracle.GraphText;
import org.thetisdb.reference.graph.ReferenceGraph;

/**
 * What happened, from the first graph on.
 *
 * @param seed decides on how the first graph is loaded, and on the options
 * @param graph at the beginning
 * @param steps in their order
 * @param difference that ended it
 */
record Life(long seed, FuzzGraph graph, List<LifeStep> steps, Optional<Difference> difference) {
    private static final long SHRINK_MILLIS = 60_000;

    Life {
        steps = List.copyOf(steps);
    }

    /** Lives so many steps, fewer if something differs. */
    static Life live(long seed, FuzzGraph graph, int stepCount, Path folder, Duration timeout) {
        LifeGenerator generator = new LifeGenerator(seed);
        return of(seed, graph, stepCount, (place, now) -> generator.next(now), folder, timeout);
    }

    /** The same with other steps, of which those behind a difference do not happen. */
    private Life again(FuzzGraph first, List<LifeStep> others, Path folder, Duration timeout) {
        return of(seed, first, others.size(), (place, now) -> others.get(place), folder, timeout);
    }

    /** Says what happens as the next step to a graph. */
    private interface Choice {
        LifeStep of(int place, ReferenceGraph now);
    }

    private static Life of(long seed, FuzzGraph graph, int stepCount, Choice choice, Path folder, Duration timeout) {
        List<LifeStep> steps = new ArrayList<>();
        try (LifePlayer player = new LifePlayer(folder, timeout, graph, seed)) {
            while (steps.size() < stepCount) {
                LifeStep step = choice.of(steps.size(), player.graph());
                steps.add(step);
                Optional<Difference> difference = player.play(step);
                if (difference.isPresent()) {
                    return new Life(seed, graph, steps, difference);
                }
            }
            return new Life(seed, graph, steps, player.end());
        }
    }

    /**
     * One that ends in the same kind of difference with as few steps as were found in a minute: parts of the steps are
     * left out, halves first (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input").
     */
    Life shrunk(Path folder, Duration timeout, InstantSource clock) {
        long end = clock.millis() + SHRINK_MILLIS;
        FuzzGraph nothing = new FuzzGraph(new ReferenceGraph(), List.of());
        Life best = this;
        Life withoutGraph = again(nothing, steps, folder, timeout);
        if (endsAs(withoutGraph)) {
            best = withoutGraph;
        }
        int size = best.steps.size() / 2;
        while (size > 0 && clock.millis() < end) {
            boolean smaller = false;
            for (int from = best.steps.size() - size; from >= 0 && clock.millis() < end; from -= size) {
                List<LifeStep> fewer = new ArrayList<>(best.steps.subList(0, from));
                fewer.addAll(best.steps.subList(from + size, best.steps.size()));
                Life tried = again(best.graph, fewer, folder, timeout);
                if (endsAs(tried)) {
                    best = tried;
                    smaller = true;
                    // What came behind the difference is gone, too.
                    from = Math.min(from, best.steps.size());
                }
            }
            size = smaller && size == 1 ? 1 : size / 2;
        }
        return best;
    }

    private boolean endsAs(Life other) {
        return other.difference.map(Difference::kind).equals(difference.map(Difference::kind));
    }

    /** All of it, as stories of statements are written. */
    String text() {
        StringBuilder text = new StringBuilder();
        difference.ifPresent(each -> text.append("# ")
                .append(each.kind())
                .append(": ")
                .append(each.description().strip().replace("\n", "\n# "))
                .append("\n\n"));
        GraphText.statements(graph.graph())
                .forEach(statement -> text.append(statement).append(";\n"));
        steps.forEach(step -> text.append(step.text()).append("\n\n"));
        return text.toString();
    }
}
