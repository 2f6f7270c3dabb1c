package org.thetisdb.shell.prompt;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Where results go: to the screen, or to a file that {@code .output} names. One thread. */
final class ResultTarget implements AutoCloseable {
    private final Output screen;
    private Output output;
    private Optional<OutputStream> file = Optional.empty();

    ResultTarget(Output screen) {
        this.screen = screen;
        this.output = screen;
    }

    Output output() {
        return output;
    }

    boolean isFile() {
        return file.isPresent();
    }

    /** Ends the present file. */
    void toScreen() {
        close();
        screen.println("results go to the screen");
    }

    /** Ends the present file and begins another. */
    void toFile(Path name) {
        close();
        try {
            file = Optional.of(Files.newOutputStream(name));
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED,
                    "the file cannot be written: file=" + name + ", reason=" + reason(failure),
                    failure);
        }
        output = new Output(file.get());
        screen.println("results go to " + name);
    }

    private static String reason(IOException failure) {
        return failure instanceof NoSuchFileException ? "its folder is missing" : String.valueOf(failure.getMessage());
    }

    @Override
    public void close() {
        output = screen;
        if (file.isEmpty()) {
            return;
        }
        try {
            file.get().close();
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED, "a file of results cannot be closed: reason=" + failure.getMessage(), failure);
        } finally {
            file = Optional.empty();
        }
    }
}
