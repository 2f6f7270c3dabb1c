package org.thetisdb.shell.prompt;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Programs that the user starts from the prompt: {@code .shell} and {@code .edit}. Stateless. */
final class OutsidePrograms {
    private final Output screen;
    private final boolean interactive;

    /** @param interactive whether programs have the terminal to themselves; else what they print goes to the screen */
    OutsidePrograms(Output screen, boolean interactive) {
        this.screen = screen;
        this.interactive = interactive;
    }

    /** Runs a command of the system's shell, and tells an exit code that is not 0. */
    void run(String command) {
        if (command.isBlank()) {
            throw new ThetisException(ErrorCode.USAGE, ".shell takes a command, such as `.shell ls`");
        }
        int code = start(command);
        if (code != 0) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED, "the command failed: exitCode=" + code + ", command=" + command);
        }
    }

    /** The text as the user has changed it. */
    String edited(String text, String editor) {
        if (!interactive) {
            throw new ThetisException(ErrorCode.USAGE, ".edit needs a terminal");
        }
        try {
            Path file = Files.createTempFile("thetis-", ".cypher");
            try {
                Files.writeString(file, text);
                run(editor + " \"" + file + "\"");
                return Files.readString(file).strip();
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED,
                    "the text cannot be handed to the editor: reason=" + failure.getMessage(),
                    failure);
        }
    }

    private int start(String command) {
        boolean windows = System.getProperty("os.name", "").startsWith("Windows");
        ProcessBuilder builder =
                new ProcessBuilder(windows ? List.of("cmd", "/c", command) : List.of("/bin/sh", "-c", command));
        screen.flush();
        try {
            if (interactive) {
                return builder.inheritIO().start().waitFor();
            }
            Process process = builder.redirectErrorStream(true).start();
            process.getOutputStream().close();
            screen.print(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .flush();
            return process.waitFor();
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED,
                    "the command cannot be run: command=" + command + ", reason=" + failure.getMessage(),
                    failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ThetisException(ErrorCode.QUERY_CANCELLED, "the command was interrupted: command=" + command);
        }
    }
}
