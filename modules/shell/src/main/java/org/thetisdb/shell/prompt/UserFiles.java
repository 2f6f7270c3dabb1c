package org.thetisdb.shell.prompt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The user's own files. Where the variables of the XDG base directories are set, they decide; else they lie in the home
 * folder under their old-fashioned names. Immutable.
 *
 * @param home the user's folder
 * @param environment the variables of the process
 */
record UserFiles(Path home, Map<String, String> environment) {
    /** Those of this process; {@code HOME} says where home is, before the system's table of users does. */
    static UserFiles ofProcess() {
        Map<String, String> environment = System.getenv();
        String home = environment.getOrDefault("HOME", "");
        return new UserFiles(Path.of(home.isEmpty() ? System.getProperty("user.home", ".") : home), environment);
    }

    /** The lines typed so far; its folder is made. */
    Path history() {
        Path history = in("XDG_STATE_HOME", "history", ".thetis_history");
        try {
            Files.createDirectories(history.getParent());
        } catch (IOException unwritable) {
            // The history is then kept as long as the prompt lives.
            return history;
        }
        return history;
    }

    /** What the prompt runs before anything is typed, if there is such a file. */
    Optional<Path> startup() {
        Path file = in("XDG_CONFIG_HOME", "thetisrc", ".thetisrc");
        return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
    }

    /** The file of a name, where a tilde at its beginning is the user's folder, as in the system's shell. */
    Path named(String name) {
        boolean inHome = name.equals("~") || name.startsWith("~/");
        return inHome ? home.resolve(name.substring(Math.min(2, name.length()))) : Path.of(name);
    }

    /** The program that changes texts. */
    String editor() {
        String usual = System.getProperty("os.name", "").startsWith("Windows") ? "notepad" : "vi";
        String named = environment.getOrDefault("VISUAL", environment.getOrDefault("EDITOR", ""));
        return named.isBlank() ? usual : named;
    }

    private Path in(String variable, String name, String homeName) {
        String folder = environment.getOrDefault(variable, "");
        return folder.isBlank() ? home.resolve(homeName) : Path.of(folder, "thetis", name);
    }
}
