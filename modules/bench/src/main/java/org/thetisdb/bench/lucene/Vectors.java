package org.thetisdb.bench.lucene;

import java.util.Random;

/** Vectors in clusters, as those of texts are. */
final class Vectors {
    static final int DIMENSIONS = 64;

    private static final int CLUSTER_COUNT = 500;
    private static final float SPREAD = 0.6f;

    private Vectors() {}

    static float[] next(Random random) {
        Random cluster = new Random(random.nextInt(CLUSTER_COUNT));
        float[] vector = new float[DIMENSIONS];
        for (int i = 0; i < DIMENSIONS; i++) {
            vector[i] = (float) (cluster.nextGaussian() + SPREAD * random.nextGaussian());
        }
        return vector;
    }
}
