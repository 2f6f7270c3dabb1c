package org.thetisdb.bench.lucene;

import java.util.Random;

/** Words as a language has them: the second is half as frequent as the first, the third a third. */
final class Words {
    private static final int COUNT = 50_000;
    private static final double COUNT_LOGARITHM = Math.log(COUNT);

    private Words() {}

    /** A word, as frequent as it is in texts. */
    static String ofText(Random random) {
        return word((int) Math.exp(random.nextDouble() * COUNT_LOGARITHM));
    }

    /** A word of these ranks, each as likely as the others. */
    static String ofRanks(Random random, int least, int most) {
        return word(least + random.nextInt(most - least + 1));
    }

    private static String word(int rank) {
        return "w" + rank;
    }
}
