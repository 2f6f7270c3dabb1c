package org.thetisdb.demo;

/** Draws an index with a probability proportional to its weight. Immutable. */
final class WeightedChoice {
    private final double[] cumulative;

    WeightedChoice(double[] weights) {
        cumulative = new double[weights.length];
        double sum = 0;
        for (int index = 0; index < weights.length; index++) {
            sum += weights[index];
            cumulative[index] = sum;
        }
    }

    /** Weights {@code (rank + shift) ^ -exponent}: a power law whose head is flattened by the shift. */
    static WeightedChoice powerLaw(int count, double shift, double exponent) {
        double[] weights = new double[count];
        for (int rank = 0; rank < count; rank++) {
            weights[rank] = StrictMath.pow(rank + shift, -exponent);
        }
        return new WeightedChoice(weights);
    }

    int draw(DeterministicRandom random) {
        double target = random.nextDouble() * cumulative[cumulative.length - 1];
        int low = 0;
        int high = cumulative.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cumulative[middle] > target) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
