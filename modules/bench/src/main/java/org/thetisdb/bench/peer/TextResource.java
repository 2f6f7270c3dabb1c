package org.thetisdb.bench.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Texts that are kept as resources of this package. */
final class TextResource {
    private TextResource() {}

    /** The resource of that path below this package, or nothing if there is none. */
    static Optional<String> read(String path) {
        try (InputStream stream = TextResource.class.getResourceAsStream(path)) {
            return stream == null
                    ? Optional.empty()
                    : Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
