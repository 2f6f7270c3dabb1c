package org.thetisdb.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: documents and expressions reach nothing but themselves, and those that are made to do harm fail. Method: a file
 * with a secret, a server that nobody should call, and what is known to have hurt others.
 */
final class XmlHostileTest {
    private static final String SECRET = "the-secret";

    private final DocumentDatabase database = new DocumentDatabase();

    @TempDir
    private Path folder;

    @BeforeEach
    void open() {
        database.open();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Path secret() throws IOException {
        return Files.writeString(folder.resolve("secret.xml"), "<s>" + SECRET + "</s>");
    }

    private void refused(String statement, Map<String, Object> parameters) {
        assertThatThrownBy(() -> database.one(statement, parameters))
                .as("%s %s", statement, parameters)
                .hasMessageContaining("failed")
                .message()
                .doesNotContain(SECRET);
    }

    @Test
    void documents_readNoFiles() throws IOException {
        String place = secret().toUri().toString();
        for (String document : List.of(
                "<!DOCTYPE a [<!ENTITY e SYSTEM '" + place + "'>]><a>&e;</a>",
                "<!DOCTYPE a [<!ENTITY % e SYSTEM '" + place + "'> %e; ]><a>&s;</a>",
                "<!DOCTYPE a SYSTEM '" + place + "'><a>&s;</a>")) {
            for (String call : List.of("xml.value($d, 'string(/)')", "xml.parse($d)")) {
                refused("RETURN " + call + " AS x", Map.of("d", document));
            }
            refused("CALL xml.nodes($d) YIELD id RETURN id", Map.of("d", document));
            refused(
                    "RETURN xml.query('<a/>', 'declare variable $d external; string(parse-xml($d))', {d: $d}) AS x",
                    Map.of("d", document));
        }
        assertThat(database.one(
                        "RETURN xml.value($d, 'string(/)') AS x",
                        Map.of("d", "<!DOCTYPE a SYSTEM '" + place + "'><a>b</a>")))
                .isEqualTo("b");
        assertThat(database.one(
                        "RETURN xml.value($d, 'string(/)') AS x",
                        Map.of("d", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>")))
                .isEqualTo("c");
        assertThat(database.one(
                        "RETURN xml.value($d, 'string(/)') AS x",
                        Map.of(
                                "d",
                                "<a xmlns:i='http://www.w3.org/2001/XInclude'><i:include href='" + place
                                        + "' parse='text'/></a>")))
                .isEqualTo("");
    }

    @Test
    void expressions_reachNothing() throws IOException {
        String place = secret().toUri().toString();
        for (String path : List.of(
                "doc('" + place + "')",
                "doc('data:text/xml,%3Ca/%3E')",
                "unparsed-text('" + place + "')",
                "unparsed-text-lines('" + place + "')",
                "json-doc('" + place + "')",
                "collection('" + folder.toUri() + "')",
                "uri-collection('" + folder.toUri() + "')",
                "Q{java:java.lang.System}getProperty('user.dir')",
                "Q{java.lang.System}getProperty('user.dir')",
                "transform(map {'stylesheet-location': '" + place + "', 'source-node': .})",
                "load-xquery-module('m', map {'location-hints': '" + place + "'})")) {
            refused("RETURN xml.values('<a/>', $p) AS x", Map.of("p", path));
            refused("RETURN xml.query('<a/>', $p, {}) AS x", Map.of("p", path));
        }
        assertThat(database.one(
                        "RETURN xml.values('<a/>', $p) AS x",
                        Map.of(
                                "p",
                                "(doc-available('" + place + "'), unparsed-text-available('" + place
                                        + "'), count(available-environment-variables()),"
                                        + " environment-variable('PATH'))")))
                .isEqualTo(List.of(false, false, 0L, ""));
        refused(
                "RETURN xml.query('<a/>', $p, {}) AS x",
                Map.of("p", "import module namespace m = 'm' at '" + place + "'; 1"));
    }

    @Test
    void stylesheets_reachNothing() throws IOException {
        Path written = folder.resolve("written.xml");
        String place = secret().toUri().toString();
        for (String part : List.of(
                "<xsl:include href='" + place + "'/>",
                "<xsl:import href='" + place + "'/>",
                "<xsl:template match='/'><xsl:copy-of select=\"document('" + place + "')\"/></xsl:template>",
                "<xsl:template match='/'><xsl:source-document href='" + place
                        + "'><a/></xsl:source-document></xsl:template>",
                "<xsl:template match='/'><xsl:result-document href='" + written.toUri() + "'><a/></xsl:result-document>"
                        + "</xsl:template>",
                "<xsl:template match='/'><xsl:evaluate xpath=\"'doc(&quot;" + place + "&quot;)'\"/></xsl:template>")) {
            refused("RETURN xml.transform('<a/>', $s, {}) AS x", Map.of("s", stylesheet(part)));
        }
        assertThat(written).doesNotExist();
        assertThat(database.one(
                        "RETURN xml.transform('<a/>', $s, {}) AS x",
                        Map.of(
                                "s",
                                stylesheet("<xsl:output method='text'/><xsl:template match='/'>"
                                        + "<xsl:value-of select=\"system-property('user.dir')\"/></xsl:template>"))))
                .isEqualTo("");
        refused(
                "RETURN xml.transform('<a/>', $s, {}) AS x",
                Map.of("s", "<!DOCTYPE a SYSTEM '" + place + "'>" + stylesheet("&s;")));
    }

    private static String stylesheet(String part) {
        return "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>" + part
                + "</xsl:stylesheet>";
    }

    @Test
    void nobody_isCalled() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            server.setSoTimeout(200);
            String place = "http://127.0.0.1:" + server.getLocalPort() + "/x.dtd";
            database.one(
                    "RETURN xml.value($d, 'string(/)') AS x",
                    Map.of("d", "<!DOCTYPE a PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' '" + place + "'><a>b</a>"));
            refused(
                    "RETURN xml.value($d, 'string(/)') AS x",
                    Map.of("d", "<!DOCTYPE a [<!ENTITY e SYSTEM '" + place + "'>]><a>&e;</a>"));
            refused("RETURN xml.value('<a/>', $p) AS x", Map.of("p", "doc('" + place + "')"));
            database.one(
                    "RETURN xml.value($d, 'string(/)') AS x",
                    Map.of(
                            "d",
                            "<a xmlns:s='http://www.w3.org/2001/XMLSchema-instance' s:schemaLocation='u " + place
                                    + "' s:noNamespaceSchemaLocation='" + place + "'/>"));
            assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void bombs_doNotGoOff() {
        StringBuilder laughs = new StringBuilder("<!DOCTYPE a [<!ENTITY e0 'ha'>");
        for (int level = 1; level < 12; level++) {
            laughs.append("<!ENTITY e" + level + " '" + ("&e" + (level - 1) + ";").repeat(10) + "'>");
        }
        String quadratic = "<!DOCTYPE a [<!ENTITY e '" + "x".repeat(50_000) + "'>]><a>" + "&e;".repeat(2_000) + "</a>";
        for (String bomb : List.of(
                laughs + "]><a>&e11;</a>",
                quadratic,
                "<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>",
                "<a>".repeat(100_000),
                "<a>".repeat(1_001) + "</a>".repeat(1_001))) {
            for (String call : List.of("xml.value($d, '1')", "xml.parse($d)")) {
                assertThatThrownBy(() -> database.one("RETURN " + call + " AS x", Map.of("d", bomb)))
                        .hasMessageContaining("no XML document");
            }
            assertThat(database.one("RETURN xml.isWellFormed($d) AS x", Map.of("d", bomb)))
                    .isEqualTo(false);
        }
        String deep = "<a>".repeat(1_000) + "</a>".repeat(1_000);
        assertThat(database.one("RETURN xml.value($d, 'count(//a)') AS x", Map.of("d", deep)))
                .isEqualTo(1_000L);
        assertThat(database.one(
                        "RETURN xml.text(xml.parse($d)) AS x", Map.of("d", "<a>".repeat(49) + "</a>".repeat(49))))
                .isEqualTo("<a>".repeat(48) + "<a/>" + "</a>".repeat(48));
        // Values of Cypher are not as deep.
        assertThatThrownBy(() -> database.one("RETURN xml.parse($d) AS x", Map.of("d", deep)))
                .hasMessageContaining("too deeply");
        refused(
                "RETURN xml.query('<a/>', 'declare function local:f($n) { 1 + local:f($n + 1) }; local:f(1)', {}) AS x",
                Map.of());
    }

    @Test
    void rows_endWhenTheTimeIsUp() {
        DocumentDatabase limited = new DocumentDatabase();
        limited.open(Duration.ofMillis(200));
        try {
            for (String statement : List.of(
                    "CALL xml.table('<a/>', '1 to 2000000000', ['.']) YIELD row RETURN count(row) AS x",
                    "RETURN size(xml.values('<a/>', '1 to 2000000000')) AS x",
                    "RETURN size(xml.query('<a/>', '1 to 2000000000', {})) AS x",
                    "UNWIND range(1, 10000000) AS n WITH xml.value('<a/>', toString(n)) AS v RETURN count(v) AS x")) {
                assertThatThrownBy(() -> limited.one(statement, Map.of()))
                        .isInstanceOfSatisfying(
                                ThetisException.class,
                                error -> assertThat(error.code()).isEqualTo(ErrorCode.QUERY_TIMED_OUT));
            }
        } finally {
            limited.close();
        }
    }

    @Test
    void names_doNotFillMemory() {
        for (int round = 0; round < 12; round++) {
            StringBuilder document = new StringBuilder("<a>");
            for (int name = 0; name < 50_000; name++) {
                document.append("<n").append(round).append('-').append(name).append("/>");
            }
            assertThat(database.one("RETURN xml.value($d, 'count(//*)') AS x", Map.of("d", document + "</a>")))
                    .isEqualTo(50_001L);
        }
    }
}
