package org.thetisdb.snb;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one data file, plain, gzip or zstd, by its extension. The files have one record per line: no field of
 * them holds a line break. Fields are separated by {@code |} and may be quoted as in RFC 4180. One thread.
 */
public final class CsvLines implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;

    private final BufferedReader reader;

    /** Opens a file; the caller closes it. */
    public CsvLines(Path file) throws IOException {
        InputStream stream = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
        String name = file.getFileName().toString();
        if (name.endsWith(".gz")) {
            stream = new GZIPInputStream(stream, BUFFER_BYTES);
        } else if (name.endsWith(".zst")) {
            stream = new ZstdInputStream(stream).setLongMax(27);
        }
        reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8), BUFFER_BYTES);
    }

    /** The next line as it is, or null at the end. */
    public @Nullable String next() throws IOException {
        return reader.readLine();
    }

    /** Splits a line into its raw fields; quotes stay, so that a field can be written out again as it is. */
    public static List<String> rawFields(String line) {
        List<String> fields = new ArrayList<>();
        int start = 0;
        boolean quoted = false;
        for (int offset = 0; offset < line.length(); offset++) {
            char c = line.charAt(offset);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '|' && !quoted) {
                fields.add(line.substring(start, offset));
                start = offset + 1;
            }
        }
        fields.add(line.substring(start));
        return fields;
    }

    /** Splits a line into the values of its fields, without quotes. */
    public static List<String> fields(String line) {
        List<String> fields = rawFields(line);
        if (line.indexOf('"') >= 0) {
            fields.replaceAll(CsvLines::unquoted);
        }
        return fields;
    }

    private static String unquoted(String field) {
        boolean quoted = field.length() >= 2 && field.startsWith("\"") && field.endsWith("\"");
        return quoted ? field.substring(1, field.length() - 1).replace("\"\"", "\"") : field;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
