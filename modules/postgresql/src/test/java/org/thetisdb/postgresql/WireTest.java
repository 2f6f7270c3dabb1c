package org.thetisdb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ThetisException;

/** The protocol, message by message. */
class WireTest {
    @TempDir
    static Path directory;

    private static GraphServer server;

    @BeforeAll
    static void start() {
        server = GraphServer.start(
                directory,
                PostgresqlOptions.onPort(0)
                        .withConnectionsMax(20)
                        .withMessageBytesMax(100_000)
                        .withAuthenticationTime(Duration.ofSeconds(2)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static final short NONE = 0;

    private static void parse(WireClient client, String name, String sql) throws IOException {
        client.say('P', name, sql, NONE);
    }

    private static void bind(WireClient client, String portal, String statement) throws IOException {
        client.say('B', portal, statement, NONE, NONE, NONE);
    }

    @Test
    void extended_portalWithLimit_isSuspendedAndGoesOn() throws IOException {
        try (WireClient client = WireClient.in(server.port())) {
            parse(client, "", "SELECT id FROM \"Person\" ORDER BY id LIMIT 5");
            bind(client, "", "");
            client.say('D', 'P', "");
            client.say('E', "", 2);
            client.say('E', "", 2);
            client.say('E', "", 2);
            client.say('S');
            assertThat(client.lettersUntilReady()).isEqualTo("12TDDsDDsDCZ");
        }
    }

    @Test
    void extended_error_skipsUntilSync() throws IOException {
        try (WireClient client = WireClient.in(server.port())) {
            parse(client, "", "SELECT nope");
            bind(client, "", "");
            client.say('E', "", 0);
            parse(client, "", "SELECT 1");
            client.say('S');
            assertThat(client.lettersUntilReady()).isEqualTo("EZ");
            parse(client, "", "SELECT 1");
            bind(client, "", "");
            client.say('E', "", 0);
            client.say('S');
            assertThat(client.lettersUntilReady()).isEqualTo("12DCZ");
        }
    }

    @Test
    void extended_namesOfStatementsAndPortals() throws IOException {
        try (WireClient client = WireClient.in(server.port())) {
            client.say('Q', "BEGIN");
            assertThat(client.lettersUntilReady()).isEqualTo("CZ");
            parse(client, "one", "SELECT id FROM \"Person\" WHERE id < 4 ORDER BY id");
            bind(client, "a", "one");
            bind(client, "b", "one");
            client.say('E', "a", 1);
            client.say('E', "b", 2);
            client.say('E', "a", 0);
            client.say('C', 'P', "a");
            client.say('D', 'S', "one");
            client.say('S');
            assertThat(client.lettersUntilReady()).isEqualTo("122DsDDsDDC3tTZ");
            client.say('E', "a", 1);
            client.say('S');
            List<WireClient.Message> gone = client.untilReady();
            assertThat(gone.getFirst().field('C')).isEqualTo("34000");
            assertThat((char) gone.getLast().bytes()[0]).isEqualTo('E');
            client.say('Q', "COMMIT");
            assertThat(client.untilReady().getFirst().text()).startsWith("ROLLBACK");
            parse(client, "one", "SELECT 1");
            client.say('S');
            assertThat(client.untilReady().getFirst().field('C')).isEqualTo("42P05");
            client.say('C', 'S', "one");
            parse(client, "one", "SELECT 1");
            client.say('S');
            assertThat(client.lettersUntilReady()).isEqualTo("31Z");
            bind(client, "", "two");
            client.say('S');
            assertThat(client.untilReady().getFirst().field('C')).isEqualTo("26000");
        }
    }

    @Test
    void changes_runOnce_andAreDescribedAsRowsIfTheyReturnAny() throws IOException {
        try (WireClient client = WireClient.in(server.port())) {
            client.say('Q', "BEGIN");
            client.untilReady();
            parse(client, "i", "INSERT INTO \"City\" (name) VALUES ('once')");
            client.say('D', 'S', "i");
            bind(client, "a", "i");
            client.say('E', "a", 0);
            client.say('E', "a", 0);
            client.say('S');
            List<WireClient.Message> messages = client.untilReady();
            StringBuilder letters = new StringBuilder();
            messages.forEach(message -> letters.append(message.letter()));
            assertThat(letters.toString()).isEqualTo("1tn2CEZ");
            assertThat(messages.get(4).text()).startsWith("INSERT 0 1");
            assertThat(messages.get(5).field('C')).isEqualTo("55000");
            client.say('Q', "ROLLBACK");
            client.untilReady();
            client.say('Q', "DELETE FROM \"City\" WHERE name = 'nowhere' RETURNING name");
            assertThat(client.lettersUntilReady()).isEqualTo("TCZ");
        }
    }

    @Test
    void simple_severalStatements_areOneTransaction() throws IOException {
        try (WireClient client = WireClient.in(server.port())) {
            client.say(
                    'Q',
                    "SELECT * FROM cypher($$ CREATE (:Several) RETURN 1 $$) AS (x int);"
                            + " SELECT * FROM cypher($$ MATCH (n:Several) RETURN count(n) $$) AS (x int); SELECT 1 / 0;"
                            + " SELECT 3");
            assertThat(client.lettersUntilReady()).isEqualTo("TDCTDCTEZ");
            client.say('Q', "SELECT * FROM cypher($$ MATCH (n:Several) RETURN count(n) $$) AS (x int)");
            assertThat(client.untilReady().get(1).text()).endsWith("0");
            client.say('Q', " -- nothing\n ; ");
            assertThat(client.lettersUntilReady()).isEqualTo("IZ");
        }
    }

    @Test
    void copy_writesTextAndCsv() throws IOException {
        try (WireClient client = WireClient.in(server.port())) {
            client.say('Q', "COPY (SELECT E'a\\tb\\\\', NULL::text, 1.5, true) TO STDOUT");
            List<WireClient.Message> text = client.untilReady();
            assertThat(text.get(1).text()).isEqualTo("a\\tb\\\\.\\N.1.5.t.");
            client.say(
                    'Q', "COPY (SELECT 'a,\"b\"' AS \"x y\", '' AS e, NULL::text AS n) TO STDOUT (FORMAT csv, HEADER)");
            List<WireClient.Message> csv = client.untilReady();
            assertThat(csv.get(1).text()).isEqualTo("x y,e,n.");
            assertThat(csv.get(2).text()).isEqualTo("\"a,\"\"b\"\"\",\"\",.");
            StringBuilder letters = new StringBuilder();
            csv.forEach(message -> letters.append(message.letter()));
            assertThat(letters.toString()).isEqualTo("HddcCZ");
        }
    }

    @Test
    void settings_thatWouldDoNothing_areRefused() throws IOException {
        try (WireClient client = WireClient.in(server.port())) {
            client.say('Q', "SET statement_timeout = 0");
            assertThat(client.lettersUntilReady()).isEqualTo("CZ");
            client.say('Q', "SET statement_timeout = '5s'");
            assertThat(client.untilReady().getFirst().field('C')).isEqualTo("0A000");
            client.say('Q', "SET work_mem = '1GB'");
            assertThat(client.untilReady().getFirst().field('C')).isEqualTo("42704");
            client.say('Q', "SET TimeZone = 'Europe/Rome'");
            assertThat(client.lettersUntilReady()).isEqualTo("SCZ");
            client.say('Q', "SET TimeZone = 'Nowhere'");
            assertThat(client.untilReady().getFirst().field('C')).isEqualTo("22023");
        }
    }

    @Test
    void position_countsCharacters_notUnits() throws IOException {
        try (WireClient client = WireClient.in(server.port())) {
            client.say('Q', "SELECT '\uD83D\uDE00', nope");
            assertThat(client.untilReady().getFirst().field('P')).isEqualTo("13");
        }
    }

    @Test
    void startup_wrongVersion_andNoUser() throws IOException {
        try (WireClient client = new WireClient(server.port())) {
            client.raw(new byte[] {0, 0, 0, 8, 0, 2, 0, 0});
            assertThat(client.next().field('C')).isEqualTo("0A000");
            assertThatThrownBy(client::next).isInstanceOf(EOFException.class);
        }
        try (WireClient client = new WireClient(server.port())) {
            client.startup("database", "x");
            assertThat(client.next().field('C')).isEqualTo("28000");
        }
        try (WireClient client = new WireClient(server.port())) {
            client.startup("user", "ada", "client_encoding", "LATIN1");
            assertThat(client.next().field('C')).isEqualTo("0A000");
        }
    }

    @Test
    void encryption_isDeclined_whereThereIsNoCertificate() throws IOException {
        try (WireClient client = new WireClient(server.port())) {
            client.raw(new byte[] {0, 0, 0, 8, 4, (byte) 0xD2, 0x16, 0x30});
            assertThat(client.readByte()).isEqualTo('N');
            client.raw(new byte[] {0, 0, 0, 8, 4, (byte) 0xD2, 0x16, 0x2F});
            assertThat(client.readByte()).isEqualTo('N');
            client.startup("user", "ada");
            assertThat(client.lettersUntilReady()).startsWith("RS").endsWith("KZ");
        }
    }

    @Test
    void client_thatDoesNotComeIn_isSentAway() throws IOException {
        int before = server.server().connectionCount();
        try (WireClient client = new WireClient(server.port())) {
            client.raw(new byte[] {0, 0, 0, 50});
            assertThat(client.readByte()).isEqualTo(-1);
        }
        assertThat(GraphServer.await(() -> server.server().connectionCount() <= before))
                .isTrue();
    }

    @Test
    void message_thatIsTooLong_endsTheConnection() throws IOException {
        try (WireClient client = WireClient.in(server.port())) {
            client.raw(new byte[] {'Q', 0x7F, 0, 0, 0});
            WireClient.Message error = client.next();
            assertThat(error.field('S')).isEqualTo("FATAL");
            assertThat(error.field('C')).isEqualTo("08P01");
            assertThatThrownBy(client::next).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void clients_beyondTheLimit_areToldSo() throws IOException {
        List<WireClient> clients = new ArrayList<>();
        try {
            for (int index = 0; index < 20; index++) {
                clients.add(WireClient.in(server.port()));
            }
            WireClient more = new WireClient(server.port());
            clients.add(more);
            more.startup("user", "ada");
            assertThat(more.next().field('C')).isEqualTo("53300");
        } finally {
            for (WireClient client : clients) {
                client.close();
            }
        }
        assertThat(GraphServer.await(() -> server.server().connectionCount() == 0))
                .isTrue();
    }

    @Test
    void server_withoutAUser_listensOnThisMachineOnly() {
        assertThatThrownBy(() -> PostgresqlServer.start(
                        server.database(), PostgresqlOptions.onPort(0).withHost("0.0.0.0")))
                .isInstanceOf(ThetisException.class)
                .hasMessageContaining("on this machine only");
    }
}
