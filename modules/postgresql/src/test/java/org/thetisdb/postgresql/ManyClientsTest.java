package org.thetisdb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are many, that break, that vanish: nothing of them stays. */
class ManyClientsTest {
    private static final List<String> TEXTS = texts();

    @TempDir
    Path directory;

    private static List<String> texts() {
        List<String> texts = new ArrayList<>(List.of(
                "SELECT 1",
                "SELECT name FROM \"Person\" WHERE id = $1",
                "BEGIN",
                "COMMIT",
                "SELECT * FROM cypher($$ RETURN $p1 $$, $1::bigint) AS (a bigint)",
                "SELECT count(*), sum(score) FROM \"Person\" GROUP BY active HAVING count(*) > 1",
                "SET timezone = 'Europe/Rome'",
                "COPY \"City\" TO STDOUT",
                "DECLARE c CURSOR FOR SELECT 1",
                "SELECT ((((1 + 2) * 3)))",
                "FETCH 3 FROM c"));
        try (InputStream stream = ManyClientsTest.class.getResourceAsStream("answers.sql")) {
            new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("--"))
                    .forEach(texts::add);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return texts;
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("thetis-postgresql-\\d+"))
                .count();
    }

    private static void assertNothingLeft(GraphServer server) {
        assertThat(GraphServer.await(() -> server.server().connectionCount() == 0))
                .as("connections left: %s", server.server().connectionCount())
                .isTrue();
        assertThat(GraphServer.await(() -> threads() == 0)).as("threads left").isTrue();
        assertThat(server.database().transactions()).isEmpty();
    }

    @Test
    void clients_atATime_getTheirOwnAnswers() throws Exception {
        try (GraphServer server = GraphServer.start(directory)) {
            Queue<String> wrong = new ConcurrentLinkedQueue<>();
            List<Thread> clients = new ArrayList<>();
            for (int number = 1; number <= 12; number++) {
                int own = number;
                clients.add(Thread.ofPlatform().start(() -> {
                    try (WireClient client = WireClient.in(server.port())) {
                        for (int round = 0; round < 30; round++) {
                            client.say('Q', "SELECT name FROM \"Person\" WHERE id = " + own * 3);
                            String text = client.untilReady().get(1).text();
                            if (!text.endsWith("name" + own * 3)) {
                                wrong.add(text);
                            }
                        }
                        client.say('X');
                    } catch (IOException failed) {
                        wrong.add(failed.toString());
                    }
                }));
            }
            for (Thread client : clients) {
                client.join();
            }
            assertThat(wrong).isEmpty();
            assertNothingLeft(server);
        }
    }

    @Test
    void client_thatVanishesInTheMiddleOfAResult_leavesNothing() throws IOException {
        try (GraphServer server = GraphServer.start(directory)) {
            for (int round = 0; round < 5; round++) {
                WireClient client = WireClient.in(server.port());
                client.socket().setReceiveBufferSize(4096);
                client.say('Q', "BEGIN");
                client.untilReady();
                client.say(
                        'Q',
                        "SELECT * FROM cypher($$ UNWIND range(1, 10000000) AS i RETURN i, 'some text ' + i $$)"
                                + " AS (a bigint, b text)");
                for (int row = 0; row < 10; row++) {
                    client.next();
                }
                if (round % 2 == 0) {
                    // The connection is reset, not closed.
                    client.socket().setSoLinger(true, 0);
                }
                client.close();
            }
            assertNothingLeft(server);
        }
    }

    @Test
    void server_thatIsClosed_endsItsClients() throws IOException {
        GraphServer server = GraphServer.start(directory);
        WireClient idle = WireClient.in(server.port());
        WireClient busy = WireClient.in(server.port());
        busy.say(
                'Q',
                "SELECT * FROM cypher($$ UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b"
                        + " RETURN sum(a * b % 7) $$) AS (n bigint)");
        server.close();
        assertThat(server.server().connectionCount()).isZero();
        assertThat(threads()).isZero();
        idle.close();
        busy.close();
    }

    @Test
    void messages_thatAreMangled_breakAndLeakNothing() throws IOException {
        mangle(Long.getLong("thetis.seed", 1), Integer.getInteger("thetis.mangled", 10_000));
    }

    @Test
    @Tag("long")
    void messages_thatAreMangled_breakAndLeakNothing_often() throws IOException {
        mangle(Long.getLong("thetis.seed", 2), Integer.getInteger("thetis.mangled", 100_000));
    }

    private void mangle(long seed, int count) throws IOException {
        Random random = new Random(seed);
        try (GraphServer server = GraphServer.start(directory)) {
            int said = 0;
            List<String> defects = new ArrayList<>();
            while (said < count) {
                said += mangledConversation(server, random, defects);
            }
            String again =
                    "seed=" + seed + ": -Dtest=ManyClientsTest -Dthetis.seed=" + seed + " -Dthetis.mangled=" + count;
            assertThat(defects).as(again).isEmpty();
            try (WireClient client = WireClient.in(server.port())) {
                client.say('Q', "SELECT count(*) FROM \"Person\"");
                assertThat(client.untilReady().get(1).text()).as(again).endsWith("1000");
            }
            assertNothingLeft(server);
        }
    }

    /** Gives how many messages it has said. */
    private static int mangledConversation(GraphServer server, Random random, List<String> defects) throws IOException {
        int said = 0;
        try (WireClient client =
                random.nextInt(8) == 0 ? new WireClient(server.port()) : WireClient.in(server.port())) {
            int length = 1 + random.nextInt(30);
            for (int index = 0; index < length; index++) {
                byte[] message = mangled(sound(random), random);
                said++;
                client.raw(message);
            }
            client.socket().setSoTimeout(20);
            if (random.nextBoolean()) {
                client.say('S');
                readAll(client, defects);
            }
        } catch (IOException ended) {
            // The server has ended it, or waits for more.
        }
        return said;
    }

    /** Until the server waits, or has ended it; notes what it calls a defect of its own. */
    private static void readAll(WireClient client, List<String> defects) throws IOException {
        while (true) {
            WireClient.Message message = client.next();
            if (message.letter() == 'E' && message.field('C').equals("XX000")) {
                defects.add(message.field('M'));
            }
        }
    }

    private static byte[] sound(Random random) {
        String text = TEXTS.get(random.nextInt(TEXTS.size()));
        short none = 0;
        short one = 1;
        return switch (random.nextInt(8)) {
            case 0 -> WireClient.message('Q', text);
            case 1, 2 -> WireClient.message('P', "", text, none);
            case 3 -> WireClient.message('B', "", "", one, one, one, 8, new byte[8], none);
            case 4 -> WireClient.message('B', "", "", none, none, none);
            case 5 -> WireClient.message('D', random.nextBoolean() ? 'S' : 'P', "");
            case 6 -> WireClient.message('E', "", random.nextInt(3));
            default -> WireClient.message('S');
        };
    }

    private static byte[] mangled(byte[] message, Random random) {
        byte[] bytes = message.clone();
        switch (random.nextInt(6)) {
            case 0 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            case 1 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 2 -> {
                // The body, not the length in front of it.
                for (int index = 5; index < bytes.length; index++) {
                    bytes[index] = random.nextInt(4) == 0 ? (byte) random.nextInt() : bytes[index];
                }
            }
            case 3 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length) + 1);
            default -> {
                // As it is.
            }
        }
        return bytes;
    }
}
