package org.thetisdb.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads the word lists under {@code /demo/words}: lines of fields, separated by bars; {@code #} starts a comment
 * line.
 */
final class WordLists {
    private WordLists() {}

    /** The lines of a list, each split at its bars, empty fields kept. */
    static List<String[]> read(String name) {
        String resource = "/demo/words/" + name + ".txt";
        try (InputStream input = WordLists.class.getResourceAsStream(resource)) {
            if (input == null) {
                throw new IllegalStateException("a word list is missing from the program, resource=" + resource);
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
            return reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split("\\|", -1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("resource=" + resource, e);
        }
    }

    /** The words of the list of that name in {@code words.txt}. */
    static String[] words(String name) {
        return read("words").stream()
                .filter(line -> line[0].equals(name))
                .map(line -> line[1].split(","))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no such list of words, name=" + name));
    }

    static byte[][] encoded(String[] words) {
        byte[][] encoded = new byte[words.length][];
        for (int index = 0; index < words.length; index++) {
            encoded[index] = words[index].getBytes(StandardCharsets.UTF_8);
        }
        return encoded;
    }
}
