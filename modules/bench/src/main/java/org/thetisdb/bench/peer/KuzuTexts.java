package org.thetisdb.bench.peer;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Query texts in Kuzu's dialect. Most need nothing but mechanical changes; some have a text of their own in the
 * resources {@code kuzu/<query>.cypher}, whose first lines say what differs; the rest is listed in
 * {@code kuzu/skipped.properties} with the reason.
 */
final class KuzuTexts {
    /** {@code a <= x < b}, which Kuzu wants as {@code a <= x AND x < b}. */
    private static final Pattern CHAINED_COMPARISON = Pattern.compile("([$\\w.]+) (<=?) ([$\\w.]+) (<=?) ([$\\w.]+)");

    private final Properties skipped = new Properties();

    KuzuTexts() {
        resource("skipped.properties").ifPresent(text -> {
            try {
                skipped.load(new StringReader(text));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
    }

    Optional<String> skipReason(String query) {
        return Optional.ofNullable(skipped.getProperty(query));
    }

    /** The text for Kuzu: its own where there is one, else the common text with mechanical changes. */
    String text(String query, String common) {
        return resource(query + ".cypher").orElseGet(() -> translate(common));
    }

    private static String translate(String common) {
        return CHAINED_COMPARISON
                .matcher(common)
                .replaceAll("$1 $2 $3 AND $3 $4 $5")
                .replace(":Message", ":Post:Comment")
                .replace("EXISTS { (", "EXISTS { MATCH (")
                .replace("COUNT { (", "COUNT { MATCH (")
                .replace("REPLY_OF*0..]", "REPLY_OF*0..30]");
    }

    private static Optional<String> resource(String name) {
        return TextResource.read("kuzu/" + name);
    }
}
