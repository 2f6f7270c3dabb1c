package org.thetisdb.fuzz.life;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.generate.QueryGenerator;
import org.thetisdb.fuzz.generate.SweepGenerator;
import org.thetisdb.fuzz.generate.Vocabulary;
import org.thetisdb.fuzz.life.LifeStep.Ending;
import org.thetisdb.fuzz.life.LifeStep.Way;
import org.thetisdb.reference.graph.ReferenceGraph;

/** Chooses what happens next, by the graph as it is. One thread. */
final class LifeGenerator {
    private static final int REMEMBERED_MOST = 4;

    /** With more, most queries are too much for the model. */
    private static final int NODES_MOST = 1_000;

    /** One step of so many fills a chunk, which takes as long as a dozen others. */
    private static final int FILLING = 150;

    private final SplittableRandom random;
    private final SweepGenerator sweeps;
    private final List<Kind> kinds = new ArrayList<>();

    /** What can happen, and how often next to each other. */
    private enum Kind {
        WRITE(8),
        SWEEP(12),
        READ(3),
        SWEEPING_READ(4),
        CHECKPOINT(5),
        RETURN(2),
        REMEMBER(1),
        READ_PAST(1),
        INDEX(1);

        private final int share;

        Kind(int share) {
            this.share = share;
        }
    }

    /** Each life has more of one thing than another has, and lacks some. */
    LifeGenerator(long seed) {
        this.random = new SplittableRandom(seed);
        this.sweeps = new SweepGenerator(random.nextLong());
        for (Kind kind : Kind.values()) {
            int times = kind.share * of(List.of(0, 1, 1, 4));
            kinds.addAll(Collections.nCopies(times, kind));
        }
        kinds.addAll(List.of(Kind.SWEEP, Kind.CHECKPOINT));
    }

    LifeStep next(ReferenceGraph graph) {
        if (graph.nodes().size() > NODES_MOST) {
            return new LifeStep.Write(sweeps.thinning(), Ending.COMMIT);
        }
        if (random.nextInt(FILLING) == 0) {
            return new LifeStep.Fill(of(Vocabulary.LABELS), random.nextBoolean());
        }
        FuzzGraph found = new FuzzGraph(graph, List.of());
        return switch (of(kinds)) {
            case WRITE -> new LifeStep.Write(QueryGenerator.writing(random.nextLong(), found), ending());
            case SWEEP -> new LifeStep.Write(sweeps.writing(), ending());
            case READ -> new LifeStep.Read(QueryGenerator.reading(random.nextLong(), found));
            case SWEEPING_READ -> new LifeStep.Read(sweeps.reading());
            case CHECKPOINT -> new LifeStep.Checkpoint();
            case RETURN -> new LifeStep.Return(of(List.of(Way.values())), random.nextLong());
            case REMEMBER -> new LifeStep.Remember();
            case READ_PAST -> new LifeStep.ReadPast(random.nextInt(REMEMBERED_MOST), sweeps.reading());
            case INDEX -> new LifeStep.Index(of(Vocabulary.LABELS), of(Vocabulary.keys()));
        };
    }

    private Ending ending() {
        int choice = random.nextInt(100);
        return choice < 80 ? Ending.COMMIT : choice < 90 ? Ending.COMMIT_BEHIND_A_CHECKPOINT : Ending.ROLLBACK;
    }

    private <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
