package org.thetisdb.dump;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Gives files names that can be read, exist once, and are allowed everywhere: letters and digits of ASCII with
 * underscores, none longer than {@link #LENGTH_MAX} and none that Windows keeps for a device. Two names never differ in
 * nothing but upper and lower case. One thread.
 */
final class FileNames {
    private static final int LENGTH_MAX = 100;
    private static final Pattern DEVICE = Pattern.compile("(?i)con|prn|aux|nul|(com|lpt)[0-9]");

    private final Set<String> taken = new HashSet<>();

    /**
     * A name that was not given before.
     *
     * @param wanted what it should tell
     * @param otherwise if nothing of that can be written
     * @param extension begins with a dot
     */
    String give(String wanted, String otherwise, String extension) {
        String plain = wanted.replaceAll("[^A-Za-z0-9_]", "_");
        boolean readable = plain.chars().anyMatch(Character::isLetterOrDigit);
        String base = readable ? plain.substring(0, Math.min(LENGTH_MAX, plain.length())) : otherwise;
        if (DEVICE.matcher(base).matches()) {
            base += "_";
        }
        String name = base;
        for (int number = 2; !taken.add(name.toLowerCase(Locale.ROOT)); number++) {
            name = base + "-" + number;
        }
        return name + extension;
    }
}
