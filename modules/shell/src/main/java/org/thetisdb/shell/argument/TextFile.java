package org.thetisdb.shell.argument;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.MissingFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Files of queries and parameters. Stateless. */
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
            throw new ThetisException(
                    ErrorCode.IO_FAILED,
                    "the file cannot be read: file=" + file + ", reason=" + reason(file, failure),
                    failure);
        }
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

    private static String reason(Path file, IOException failure) {
        if (Files.isDirectory(file)) {
            return "it is a directory";
        }
        return failure instanceof CharacterCodingException ? "it is not UTF-8" : String.valueOf(failure.getMessage());
    }
}
