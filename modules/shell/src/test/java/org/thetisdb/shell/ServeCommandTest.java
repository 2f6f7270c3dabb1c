package org.thetisdb.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;

/** {@code thetis serve}, from its start to its interruption. */
class ServeCommandTest {
    @TempDir
    Path directory;

    @Test
    void serve_listens_untilItIsInterrupted() throws IOException, InterruptedException {
        Path path = directory.resolve("graph.thetis");
        Database.create(path).close();
        PipedInputStream printed = new PipedInputStream();
        AtomicInteger code = new AtomicInteger(-1);
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        PipedOutputStream output = new PipedOutputStream(printed);
        Thread command = Thread.ofPlatform().start(() -> {
            Main main = new Main(new ByteArrayInputStream(new byte[0]), output, errors);
            code.set(main.run(List.of("serve", path.toString(), "--postgresql", "0")));
        });
        String line = new Scanner(printed, StandardCharsets.UTF_8).nextLine();
        Matcher address = Pattern.compile("postgresql {2}127\\.0\\.0\\.1:(\\d+), without a password")
                .matcher(line);
        assertThat(address.matches()).as(line).isTrue();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address.group(1)))) {
            // Asks for TLS, which there is not.
            socket.getOutputStream().write(new byte[] {0, 0, 0, 8, 4, (byte) 0xD2, 0x16, 0x2F});
            assertThat(socket.getInputStream().read()).isEqualTo('N');
        }
        command.interrupt();
        command.join(20_000);
        assertThat(command.isAlive()).isFalse();
        assertThat(code.get()).isZero();
        assertThat(errors.toString(StandardCharsets.UTF_8)).isEmpty();
        // It is closed: another may open it to write.
        Database.open(path).close();
    }
}
