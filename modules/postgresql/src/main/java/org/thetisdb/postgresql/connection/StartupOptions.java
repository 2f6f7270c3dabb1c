package org.thetisdb.postgresql.connection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;

/** Settings that a client gives as options of a command line: {@code -c name=value --name=value}. Stateless. */
final class StartupOptions {
    private StartupOptions() {}

    static Map<String, String> parse(String options) {
        Map<String, String> settings = new LinkedHashMap<>();
        List<String> words = words(options);
        for (int index = 0; index < words.size(); index++) {
            String word = words.get(index);
            String setting;
            if (word.equals("-c") && index + 1 < words.size()) {
                setting = words.get(++index);
            } else if (word.startsWith("--")) {
                setting = word.substring(2);
            } else if (word.startsWith("-c")) {
                setting = word.substring(2);
            } else {
                throw PostgresFailure.of(SqlState.SYNTAX_ERROR, "invalid command-line argument: " + word);
            }
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw PostgresFailure.of(SqlState.SYNTAX_ERROR, "an option needs a value: " + word);
            }
            settings.put(setting.substring(0, equals).replace('-', '_'), setting.substring(equals + 1));
        }
        return settings;
    }

    /** A backslash keeps a blank in a word. */
    private static List<String> words(String options) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        for (int index = 0; index < options.length(); index++) {
            char unit = options.charAt(index);
            if (unit == '\\' && index + 1 < options.length()) {
                word.append(options.charAt(++index));
            } else if (!Character.isWhitespace(unit)) {
                word.append(unit);
            } else if (!word.isEmpty()) {
                words.add(word.toString());
                word.setLength(0);
            }
        }
        if (!word.isEmpty()) {
            words.add(word.toString());
        }
        return words;
    }
}
