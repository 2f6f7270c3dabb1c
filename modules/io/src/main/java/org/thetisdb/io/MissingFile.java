package org.thetisdb.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/** The error for a file that is not there, or is a directory: it says what there is instead. Stateless. */
public final class MissingFile {
    private static final int LISTED_FILES_MAX = 20;

    private MissingFile() {}

    /**
     * {@return the error}
     *
     * @param fileSystem where the file was looked for
     * @param code of the error
     * @param file that is not there, or is a directory
     * @param extensions with which it was looked for too
     */
    public static ThetisException error(FileSystem fileSystem, ErrorCode code, Path file, List<String> extensions) {
        String tried = extensions.isEmpty() ? "" : ", with or without " + String.join(", ", extensions);
        if (fileSystem.isDirectory(file)) {
            return new ThetisException(
                    code,
                    "this is a directory, not a file: file=" + file
                            + (extensions.isEmpty() ? "; name a file in it" : "; it has no file that ends with ")
                            + String.join(" or ", extensions));
        }
        // A root has no parent; it is its own.
        Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file);
        if (!fileSystem.isDirectory(folder)) {
            return new ThetisException(
                    code, "no such file: file=" + file + tried + "; the directory " + folder + " is missing too");
        }
        String wanted = file.getFileName().toString();
        // Hidden files are what few people mean.
        List<String> names = fileSystem.list(folder).stream()
                .map(each -> withoutExtension(each.getFileName().toString(), extensions))
                .filter(name -> wanted.startsWith(".") || !name.startsWith("."))
                .distinct()
                .toList();
        String suggestion = Suggestions.orAll(wanted, names, LISTED_FILES_MAX);
        return new ThetisException(code, "no such file: file=" + file + tried + suggestion);
    }

    private static String withoutExtension(String name, List<String> extensions) {
        return extensions.stream()
                .filter(name::endsWith)
                .findFirst()
                .map(extension -> name.substring(0, name.length() - extension.length()))
                .orElse(name);
    }
}
