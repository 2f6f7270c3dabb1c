package org.thetisdb.bench.duckdb;

import java.util.List;
import java.util.StringJoiner;

/**
 * Asks a question several times in a process, and prints three things: the seconds of each time, in a line; the bytes
 * that the last time put into temporary files, in a line; and the answer. The first time is cold: the process has run
 * nothing before.
 */
final class Repeats {
    private Repeats() {}

    /** What is asked. */
    @FunctionalInterface
    interface Question<E extends Exception> {
        /** Asks, and reads all of the answer. */
        Answer ask() throws E;
    }

    /**
     * An answer.
     *
     * @param rows its rows, each with its values between commas; sorted, for no order is asked for
     * @param spilledBytes what was put into temporary files; 0 if the store does not tell
     */
    record Answer(List<String> rows, long spilledBytes) {
        Answer {
            rows = rows.stream().sorted().toList();
        }
    }

    /**
     * Asks and prints.
     *
     * @throws IllegalStateException if the answer is not the same each time
     */
    static <E extends Exception> void run(int times, Question<E> question) throws E {
        StringJoiner seconds = new StringJoiner(" ");
        Answer first = timed(question, seconds);
        Answer last = first;
        for (int time = 1; time < times; time++) {
            last = timed(question, seconds);
            if (!last.rows().equals(first.rows())) {
                throw new IllegalStateException(
                        "another answer: first=" + first.rows() + ", time=" + time + ", answer=" + last.rows());
            }
        }
        System.out.println(seconds);
        System.out.println(last.spilledBytes());
        first.rows().forEach(System.out::println);
    }

    private static <E extends Exception> Answer timed(Question<E> question, StringJoiner seconds) throws E {
        long started = System.nanoTime();
        Answer answer = question.ask();
        seconds.add(Double.toString((System.nanoTime() - started) / 1e9));
        return answer;
    }
}
