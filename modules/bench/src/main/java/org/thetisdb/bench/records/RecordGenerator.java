package org.thetisdb.bench.records;

import java.util.List;
import java.util.Random;

/**
 * Makes the records of {@code ScaleBenchMain}, one after the other: one {@link Random} with a fixed seed is asked for
 * age, department, city and activity, in this order.
 *
 * <p>Not thread safe.
 */
final class RecordGenerator {
    private static final long SEED = 42;
    private static final int AGE_MIN = 18;
    private static final int AGE_COUNT = 48;
    private static final List<String> DEPARTMENTS =
            List.of("Eng", "Sales", "Mkt", "Ops", "HR", "Finance", "Legal", "Supp");
    private static final List<String> CITIES = List.of("NYC", "LA", "SF", "ATL", "BOS", "CHI", "DEN", "DAL");

    private final Random random = new Random(SEED);
    private long made;

    /**
     * One record.
     *
     * @param id 0, 1, 2, …
     * @param age 18 to 65
     */
    record Row(long id, int age, String dept, String city, boolean active) {}

    /** The next record. */
    Row next() {
        int age = AGE_MIN + random.nextInt(AGE_COUNT);
        String dept = DEPARTMENTS.get(random.nextInt(DEPARTMENTS.size()));
        String city = CITIES.get(random.nextInt(CITIES.size()));
        return new Row(made++, age, dept, city, random.nextBoolean());
    }
}
