package org.thetisdb.shell;

/** Numbers of things in words: {@code 1 node}, {@code 20,400 relationships}, {@code 0 properties}. Stateless. */
public final class Counted {
    private Counted() {}

    /** @param one what one of them is called; it ends in {@code y} or takes an {@code s} */
    public static String of(long count, String one) {
        String many = one.endsWith("y") ? one.substring(0, one.length() - 1) + "ies" : one + "s";
        return TableFormat.grouped(count) + " " + (count == 1 ? one : many);
    }
}
