package org.thetisdb.shell.argument;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.MissingFile;
import org.thetisdb.shell.statement.TextLines;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Files of queries and parameters, and the standard input. Stateless. */
public final class TextFile {
    private TextFile() {}

    /**
     * The whole text, as UTF-8.
     *
     * @throws ThetisException {@link ErrorCode#FILE_MISSING}, which tells what there is instead;
     *     {@link ErrorCode#IO_FAILED}
     */
    public static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException missing) {
            throw missing(file);
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    /**
     * The text line by line, as UTF-8. A file is read once before, so that nothing is run of one that is no text; a
     * pipe cannot be.
     *
     * @throws ThetisException as {@link #read}; the lines may throw the same
     */
    public static TextLines lines(Path file) {
        try {
            if (Files.isRegularFile(file)) {
                requireText(file);
            }
            InputStream input = Files.newInputStream(file);
            return new TextLines(input, CodingErrorAction.REPORT, failure -> unreadable(file, failure));
        } catch (NoSuchFileException missing) {
            throw missing(file);
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    private static void requireText(Path file) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            reader.transferTo(Writer.nullWriter());
        }
    }

    /** The lines of the standard input, where what is not UTF-8 is replaced. */
    public static TextLines lines(InputStream input) {
        return new TextLines(
                input,
                CodingErrorAction.REPLACE,
                failure -> new ThetisException(
                        ErrorCode.IO_FAILED,
                        "the standard input cannot be read: reason=" + failure.getMessage(),
                        failure));
    }

    /** An error that tells what there is instead, if a file is missing. */
    public static void requireThere(Path file) {
        if (!Files.exists(file)) {
            throw missing(file);
        }
    }

    private static ThetisException missing(Path file) {
        return MissingFile.error(new LocalFileSystem(), ErrorCode.FILE_MISSING, file, List.of());
    }

    private static ThetisException unreadable(Path file, IOException failure) {
        return new ThetisException(
                ErrorCode.IO_FAILED,
                "the file cannot be read: file=" + file + ", reason=" + reason(file, failure),
                failure);
    }

    private static String reason(Path file, IOException failure) {
        if (Files.isDirectory(file)) {
            return "it is a directory";
        }
        return failure instanceof CharacterCodingException ? "it is not UTF-8" : String.valueOf(failure.getMessage());
    }
}
