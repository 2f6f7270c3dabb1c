package org.thetisdb.demo;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * Who knows whom, since when. Friends are found as people find them: along three orders of all persons, each of which
 * puts alike people next to each other (same place of study, city and age; same interest and age; nothing at all).
 * Everyone has a wished number of friends, log-normal and thus very unequal, and a share of it for each order; from
 * each person we walk on along the order and make friends with a probability that falls with the distance, while both
 * still want some.
 *
 * <p>Stored as compressed sparse rows, both directions; a person's friends are ordered by the date of the friendship,
 * and an entry packs the date above the friend: {@code millis since START << 26 | friend}. Immutable once built.
 */
final class Friendships {
    static final int PERSON_BITS = 26;
    private static final long PERSON_MASK = (1L << PERSON_BITS) - 1;

    /** How many persons further along an order one may meet. */
    private static final int WINDOW_PERSONS = 1000;
    /** No friendship starts within the last day, so that what follows from it still fits into the timeline. */
    private static final long LAST_MILLIS = Timeline.END_MILLIS - Timeline.DAY_MILLIS;

    private static final double[] ORDER_SHARES = {0.45, 0.45, 0.10};

    private final long[] offsets;
    private final long[] packed;

    private Friendships(long[] offsets, long[] packed) {
        this.offsets = offsets;
        this.packed = packed;
    }

    /**
     * @param created when each person joined, in milliseconds since 1970
     * @param wished how many friends each person would like
     * @param likeness three functions from person to a key of at most 37 bits: alike persons have keys near each other
     */
    static Friendships make(long seed, long[] created, int[] wished, IntToLongFunction... likeness) {
        int personCount = created.length;
        EdgeSet edges = new EdgeSet(personCount);
        for (int order = 0; order < likeness.length; order++) {
            DeterministicRandom random = DeterministicRandom.of(seed, DeterministicRandom.Stream.FRIENDSHIP, order);
            int[] remaining = new int[personCount];
            for (int person = 0; person < personCount; person++) {
                remaining[person] = random.roundAtRandom(wished[person] * ORDER_SHARES[order]);
            }
            befriend(sorted(personCount, likeness[order]), remaining, created, edges, random);
        }
        return fill(seed, created, edges.sortedEdges());
    }

    private static int[] sorted(int personCount, IntToLongFunction key) {
        long[] keys = new long[personCount];
        for (int person = 0; person < personCount; person++) {
            keys[person] = key.applyAsLong(person) << PERSON_BITS | person;
        }
        Arrays.sort(keys);
        int[] order = new int[personCount];
        for (int index = 0; index < personCount; index++) {
            order[index] = (int) (keys[index] & PERSON_MASK);
        }
        return order;
    }

    private static void befriend(
            int[] order, int[] remaining, long[] created, EdgeSet edges, DeterministicRandom random) {
        double[] chances = new double[WINDOW_PERSONS + 1];
        for (int distance = 0; distance <= WINDOW_PERSONS; distance++) {
            chances[distance] = Math.max(0.15, StrictMath.exp(-distance / 30.0));
        }
        for (int position = 0; position < order.length; position++) {
            int person = order[position];
            int end = Math.min(order.length, position + WINDOW_PERSONS + 1);
            for (int other = position + 1; other < end && remaining[person] > 0; other++) {
                int friend = order[other];
                if (remaining[friend] == 0 || !random.chance(chances[other - position])) {
                    continue;
                }
                long earliest = Math.max(created[person], created[friend]) + Timeline.HOUR_MILLIS;
                if (earliest < LAST_MILLIS && edges.add(Math.min(person, friend), Math.max(person, friend))) {
                    remaining[person]--;
                    remaining[friend]--;
                }
            }
        }
    }

    private static Friendships fill(long seed, long[] created, long[] edges) {
        int personCount = created.length;
        long[] starts = new long[personCount + 1];
        for (long edge : edges) {
            starts[(int) (edge >>> 32) + 1]++;
            starts[(int) edge + 1]++;
        }
        for (int person = 0; person < personCount; person++) {
            starts[person + 1] += starts[person];
        }
        long[] entries = new long[2 * edges.length];
        long[] cursor = starts.clone();
        DeterministicRandom random = DeterministicRandom.of(seed, DeterministicRandom.Stream.FRIENDSHIP_DATE, 0);
        for (long edge : edges) {
            int person = (int) (edge >>> 32);
            int friend = (int) edge;
            random.restart(seed, DeterministicRandom.Stream.FRIENDSHIP_DATE, edge);
            long earliest = Math.max(created[person], created[friend]) + Timeline.HOUR_MILLIS;
            double late = random.nextDouble();
            long since = earliest + (long) ((LAST_MILLIS - earliest) * late * late) - Timeline.START_MILLIS;
            entries[(int) cursor[person]++] = since << PERSON_BITS | friend;
            entries[(int) cursor[friend]++] = since << PERSON_BITS | person;
        }
        for (int person = 0; person < personCount; person++) {
            Arrays.sort(entries, (int) starts[person], (int) starts[person + 1]);
        }
        return new Friendships(starts, entries);
    }

    int degree(int person) {
        return (int) (offsets[person + 1] - offsets[person]);
    }

    /** A friend of the person, number 0 being the oldest friendship. */
    int friend(int person, int number) {
        return (int) (packed[(int) offsets[person] + number] & PERSON_MASK);
    }

    /** Since when, in milliseconds since 1970. */
    long since(int person, int number) {
        return (packed[(int) offsets[person] + number] >>> PERSON_BITS) + Timeline.START_MILLIS;
    }

    long count() {
        return packed.length / 2;
    }

    /** A growing set of pairs: an open-addressing table for the question, a list for the answer. */
    private static final class EdgeSet {
        private static final long EMPTY = -1;
        private long[] table;
        private long[] edges;
        private int count;

        EdgeSet(int personCount) {
            table = new long[Integer.highestOneBit(Math.max(64, personCount)) * 8];
            Arrays.fill(table, EMPTY);
            edges = new long[table.length / 2];
        }

        boolean add(int person, int friend) {
            long edge = (long) person << 32 | friend;
            int slot = slotOf(edge);
            if (table[slot] == edge) {
                return false;
            }
            table[slot] = edge;
            edges[count++] = edge;
            if (count == edges.length) {
                grow();
            }
            return true;
        }

        private int slotOf(long edge) {
            int mask = table.length - 1;
            int slot = (int) ((edge * 0x9E3779B97F4A7C15L) >>> 32) & mask;
            while (table[slot] != EMPTY && table[slot] != edge) {
                slot = (slot + 1) & mask;
            }
            return slot;
        }

        private void grow() {
            table = new long[table.length * 2];
            Arrays.fill(table, EMPTY);
            for (int index = 0; index < count; index++) {
                table[slotOf(edges[index])] = edges[index];
            }
            edges = Arrays.copyOf(edges, table.length / 2);
        }

        long[] sortedEdges() {
            long[] sorted = Arrays.copyOf(edges, count);
            Arrays.sort(sorted);
            return sorted;
        }
    }
}
