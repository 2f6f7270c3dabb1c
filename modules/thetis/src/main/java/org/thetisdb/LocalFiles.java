package org.thetisdb;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.thetisdb.engine.DataFiles;
import org.thetisdb.importer.csv.CsvLines;
import org.thetisdb.io.FileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The files of this machine, by their paths or by {@code file:} URLs. Thread safe. */
final class LocalFiles implements DataFiles {
    private final FileSystem fileSystem;

    LocalFiles(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    @Override
    public Lines lines(String place, char terminator) {
        if (terminator >= 128 || terminator == '"' || terminator == '\n') {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT,
                    "fields are separated by one ASCII character, not a quote or line feed: separator=" + terminator);
        }
        CsvLines lines = new CsvLines(fileSystem, path(place), (byte) terminator);
        return new Lines() {
            @Override
            public List<String> next() {
                return lines.next();
            }

            @Override
            public void close() {
                lines.close();
            }
        };
    }

    /** The file that a query means. */
    static Path path(String place) {
        String lower = place.toLowerCase(Locale.ROOT);
        if (lower.startsWith("http:") || lower.startsWith("https:") || lower.startsWith("ftp:")) {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT,
                    "queries read files of this machine only: place=" + place + "; download it first");
        }
        try {
            return lower.startsWith("file:") ? Path.of(URI.create(place.replace(" ", "%20"))) : Path.of(place);
        } catch (IllegalArgumentException wrong) {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT,
                    "no path and no file: URL: place=" + place + "; write file:///folder/name.csv",
                    wrong);
        }
    }
}
