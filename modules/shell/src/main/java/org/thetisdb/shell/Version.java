package org.thetisdb.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version that this program was built as. */
final class Version {
    private Version() {}

    static String text() {
        try (InputStream resource = Version.class.getResourceAsStream("version.txt")) {
            return resource == null ? "unknown" : new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException failure) {
            throw new UncheckedIOException("the resource version.txt cannot be read", failure);
        }
    }
}
