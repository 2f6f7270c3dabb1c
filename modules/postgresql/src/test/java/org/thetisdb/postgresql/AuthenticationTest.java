package org.thetisdb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.util.PSQLException;
import org.thetisdb.value.ThetisException;

/** Passwords and TLS, with the driver on the other side. */
class AuthenticationTest {
    private static final String PASSWORD = "correct horse; ünïcode";

    @TempDir
    Path directory;

    private static Connection connect(GraphServer server, String user, String password, String options)
            throws SQLException {
        java.util.Properties properties = new java.util.Properties();
        properties.put("user", user);
        properties.put("password", password);
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + server.port() + "/graph?" + options, properties);
    }

    private static String user(Connection connection) throws SQLException {
        try (ResultSet rows = connection.createStatement().executeQuery("SELECT current_user")) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Test
    void scram_letsTheUserIn_andNobodyElse() throws SQLException {
        PostgresqlOptions options = PostgresqlOptions.onPort(0).withUser("ada", PASSWORD);
        assertThat(options.toString()).doesNotContain("horse");
        try (GraphServer server = GraphServer.start(directory, options)) {
            try (Connection connection = connect(server, "ada", PASSWORD, "")) {
                assertThat(user(connection)).isEqualTo("ada");
            }
            assertThat(refused(server, "ada", "wrong")).isEqualTo("28P01");
            assertThat(refused(server, "eve", PASSWORD)).isEqualTo("28P01");
            assertThat(GraphServer.await(() -> server.server().connectionCount() == 0))
                    .isTrue();
        }
    }

    private static String refused(GraphServer server, String user, String password) {
        return catchThrowableOfType(PSQLException.class, () -> connect(server, user, password, ""))
                .getSQLState();
    }

    /** What PostgreSQL keeps of the password pencil, by RFC 7677's salt. */
    @Test
    void verifier_ofPostgres_servesAsWell() throws SQLException {
        String verifier = "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$"
                + "WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=";
        PostgresqlOptions options = PostgresqlOptions.onPort(0).withUser("user", verifier);
        try (GraphServer server = GraphServer.start(directory, options);
                Connection connection = connect(server, "user", "pencil", "")) {
            assertThat(user(connection)).isEqualTo("user");
        }
    }

    @Test
    void tls_isSpoken_whereThereIsACertificate() throws Exception {
        Path store = directory.resolve("store.p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Programs.Ended made = Programs.run(
                directory,
                Map.of(),
                List.of(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "secret"),
                "");
        assertThat(made.code()).as(made.output()).isZero();
        Path chain = directory.resolve("certificate.pem");
        Path key = directory.resolve("key.pem");
        write(store, chain, key);
        PostgresqlOptions options =
                PostgresqlOptions.onPort(0).withUser("ada", PASSWORD).withCertificate(chain, key);
        try (GraphServer server = GraphServer.start(directory, options)) {
            try (Connection connection = connect(server, "ada", PASSWORD, "sslmode=require")) {
                assertThat(user(connection)).isEqualTo("ada");
            }
            try (Connection connection = connect(server, "ada", PASSWORD, "sslmode=disable")) {
                assertThat(user(connection)).isEqualTo("ada");
            }
        }
        assertThatThrownBy(() -> GraphServer.start(
                        Files.createDirectory(directory.resolve("other")),
                        PostgresqlOptions.onPort(0).withCertificate(chain, chain)))
                .isInstanceOf(ThetisException.class)
                .hasMessageContaining("there is no private key in the file");
    }

    private static void write(Path store, Path chain, Path key) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream stream = Files.newInputStream(store)) {
            keys.load(stream, "secret".toCharArray());
        }
        Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
        String certificate = lines.encodeToString(keys.getCertificate("server").getEncoded());
        String secret = lines.encodeToString(
                keys.getKey("server", "secret".toCharArray()).getEncoded());
        Files.writeString(chain, "-----BEGIN CERTIFICATE-----\n" + certificate + "\n-----END CERTIFICATE-----\n");
        Files.writeString(key, "-----BEGIN PRIVATE KEY-----\n" + secret + "\n-----END PRIVATE KEY-----\n");
    }
}
