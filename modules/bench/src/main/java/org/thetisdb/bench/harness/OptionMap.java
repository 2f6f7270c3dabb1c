package org.thetisdb.bench.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Options of the form {@code --name value}. Every method that reads one throws an exception that names it if wrong. */
public final class OptionMap {
    private final Map<String, String> values;

    private OptionMap(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads the arguments.
     *
     * @param known the options that may occur
     * @throws IllegalArgumentException naming the option that is unknown or lacks its value
     */
    public static OptionMap parse(List<String> arguments, Set<String> known) {
        Map<String, String> values = new HashMap<>();
        List<String> rest = new ArrayList<>(arguments);
        while (!rest.isEmpty()) {
            String option = rest.removeFirst();
            if (!known.contains(option)) {
                throw new IllegalArgumentException("no such option: option=" + option);
            }
            if (rest.isEmpty()) {
                throw new IllegalArgumentException("an option lacks its value: option=" + option);
            }
            values.put(option, rest.removeFirst());
        }
        return new OptionMap(values);
    }

    public Optional<String> text(String option) {
        return Optional.ofNullable(values.get(option));
    }

    public Optional<Path> path(String option) {
        return text(option).map(Path::of);
    }

    /** A list whose entries are separated by commas. */
    public List<String> list(String option, List<String> otherwise) {
        return text(option).map(value -> List.of(value.split(","))).orElse(otherwise);
    }

    /** A number of at least {@code least}. */
    public int number(String option, int least, int otherwise) {
        String value = values.get(option);
        if (value == null) {
            return otherwise;
        }
        int number;
        try {
            number = Integer.parseInt(value);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("not a whole number: " + option + "=" + value, notANumber);
        }
        if (number < least) {
            throw new IllegalArgumentException("must be at least " + least + ": " + option + "=" + value);
        }
        return number;
    }

    /** Numbers from 1 to 9999, separated by commas. */
    public List<Integer> numbers(String option, List<Integer> otherwise) {
        if (!values.containsKey(option)) {
            return otherwise;
        }
        List<Integer> numbers = new ArrayList<>();
        for (String word : list(option, List.of())) {
            if (!word.matches("[1-9]\\d{0,3}")) {
                throw new IllegalArgumentException("not a number from 1 to 9999: " + option + "=" + word);
            }
            numbers.add(Integer.parseInt(word));
        }
        return numbers;
    }

    /** A number of bytes, such as {@code 512m} or {@code 2g}. */
    public long bytes(String option, long otherwise) {
        String value = values.get(option);
        if (value == null) {
            return otherwise;
        }
        String lower = value.toLowerCase(Locale.ROOT);
        int unit = "kmg".indexOf(lower.charAt(lower.length() - 1));
        String digits = unit < 0 ? lower : lower.substring(0, lower.length() - 1);
        try {
            return Long.parseLong(digits) << 10 * (unit + 1);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("not a number of bytes: " + option + "=" + value, notANumber);
        }
    }
}
