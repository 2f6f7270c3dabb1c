package org.thetisdb.shell.argument;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/**
 * The words after a command: options {@code --name value}, {@code --name=value} or {@code --flag} in any place, and
 * the rest in order. Written by hand because a one-shot command has no time to load a library for it. Immutable.
 */
public final class Arguments {
    private final String command;
    private final List<String> positional;
    private final List<Option> options;

    private record Option(String name, String value) {}

    private Arguments(String command, List<String> positional, List<Option> options) {
        this.command = command;
        this.positional = positional;
        this.options = options;
    }

    /**
     * Reads the words.
     *
     * @param command for messages
     * @param valued names of options that take a value
     * @param flags names of options that take none
     * @throws ThetisException {@link ErrorCode#USAGE} for what is neither
     */
    public static Arguments parse(String command, List<String> words, List<String> valued, List<String> flags) {
        List<String> positional = new ArrayList<>();
        List<Option> options = new ArrayList<>();
        boolean optionsEnded = false;
        for (int index = 0; index < words.size(); index++) {
            String word = words.get(index);
            int equals = word.indexOf('=');
            String name = equals > 0 ? word.substring(0, equals) : word;
            if (optionsEnded || !word.startsWith("--")) {
                positional.add(word);
            } else if (word.equals("--")) {
                optionsEnded = true;
            } else if (flags.contains(word)) {
                options.add(new Option(word, ""));
            } else if (!valued.contains(name)) {
                throw usage(command, "unknown option " + name + suggestion(name, valued, flags));
            } else if (equals > 0) {
                options.add(new Option(name, word.substring(equals + 1)));
            } else if (index + 1 == words.size()) {
                throw usage(command, "option " + name + " needs a value");
            } else {
                options.add(new Option(name, words.get(++index)));
            }
        }
        return new Arguments(command, positional, options);
    }

    public List<String> positional() {
        return positional;
    }

    /** The positional word, or an error that says what is missing. */
    public String positional(int index, String what) {
        if (index >= positional.size()) {
            throw usage(command, what + " is missing");
        }
        return positional.get(index);
    }

    /** An error if there are more positional words than this. */
    public void requireAtMost(int count) {
        if (positional.size() > count) {
            throw usage(command, "one word too many: " + positional.get(count) + "; quote what belongs together");
        }
    }

    public boolean has(String name) {
        return options.stream().anyMatch(option -> option.name.equals(name));
    }

    List<String> values(String name) {
        return options.stream()
                .filter(option -> option.name.equals(name))
                .map(Option::value)
                .toList();
    }

    /** The option's value; an error if it is given twice. */
    public Optional<String> value(String name) {
        List<String> values = values(name);
        if (values.size() > 1) {
            throw usage(command, "option " + name + " is given " + values.size() + " times");
        }
        return values.stream().findFirst();
    }

    /** A whole number within bounds. */
    public Optional<Integer> number(String name, int least, int greatest) {
        Optional<String> text = value(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            int number = Integer.parseInt(text.get());
            if (number >= least && number <= greatest) {
                return Optional.of(number);
            }
        } catch (NumberFormatException notANumber) {
            // told below, as for a number that is out of bounds
        }
        throw usage(
                command,
                "option " + name + " takes a number from " + least + " to " + greatest + ", not " + text.get());
    }

    public ThetisException usage(String what) {
        return usage(command, what);
    }

    public static ThetisException usage(String command, String what) {
        String help = command.isEmpty() ? "thetis --help" : "thetis " + command + " --help";
        return new ThetisException(ErrorCode.USAGE, what + (what.endsWith("?") ? " See " : "; see ") + help);
    }

    private static String suggestion(String name, List<String> valued, List<String> flags) {
        List<String> known = new ArrayList<>(valued);
        known.addAll(flags);
        return Suggestions.nearest(name, known)
                .map(best -> "; did you mean " + best + "?")
                .orElse("");
    }
}
