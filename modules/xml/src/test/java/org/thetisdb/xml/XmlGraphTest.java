package org.thetisdb.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.Session;

/** Goal: documents come back as they went in, as maps and as graphs. Method: generated ones, by a printed seed. */
final class XmlGraphTest {
    private static final String IMPORT = """
            CALL xml.nodes($d) YIELD id, parent, kind, name, value, position, attributes
            CREATE (n:XmlNode {id: id, parent: parent, kind: kind, name: name, value: value, position: position})
            SET n += attributes""";
    private static final String CONNECT =
            "MATCH (n:XmlNode), (p:XmlNode) WHERE p.id = n.parent CREATE (p)-[:CHILD {position: n.position}]->(n)";
    private static final String EXPORT = """
            MATCH (n:XmlNode) OPTIONAL MATCH (p:XmlNode)-[r:CHILD]->(n)
            RETURN xml.document({id: elementId(n), parent: elementId(p), position: r.position, kind: n.kind,
                name: n.name, value: n.value, attributes: n {.*}}) AS x""";

    private final DocumentDatabase database = new DocumentDatabase();

    @BeforeEach
    void open() {
        database.open();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void run(String statement, Map<String, Object> parameters) {
        try (Session session = database.database().session()) {
            session.run(statement, parameters).consume();
        }
    }

    @Test
    void document_isAGraph() {
        run(IMPORT, Map.of("d", "<?go on?><a:r xmlns:a='u' x='1'>t<b/><!--c--></a:r>"));
        run(CONNECT, Map.of());
        assertThat(database.all("MATCH (n:XmlNode) RETURN n.kind + coalesce(n.name, '') AS x ORDER BY n.id", Map.of()))
                .containsExactly("document", "instructiongo", "elementa:r", "text", "elementb", "comment");
        assertThat(database.one("MATCH (n:XmlNode {name: 'a:r'}) RETURN n.`@x` + n.`@xmlns:a` AS x", Map.of()))
                .isEqualTo("1u");
        run("MATCH (n:XmlNode {name: 'b'}) SET n.`@new` = 'a<\"\n'", Map.of());
        assertThat(database.one(EXPORT, Map.of()))
                .isEqualTo("<?go on?><a:r xmlns:a=\"u\" x=\"1\">t<b new=\"a&lt;&quot;&#10;\"/><!--c--></a:r>");
    }

    @Test
    void generatedDocuments_comeBack() {
        long seed = Long.getLong("thetis.seed", System.nanoTime());
        System.out.println("seed of the documents: " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            String document = new GeneratedXml(random).document();
            Map<String, Object> parameters = Map.of("d", document);
            Object again = database.one(
                    "CALL xml.nodes($d) YIELD id, parent, kind, name, value, position, attributes"
                            + " WITH * ORDER BY rand() RETURN xml.document({id: id, parent: parent, kind: kind,"
                            + " name: name, value: value, position: position, attributes: attributes}) AS x",
                    parameters);
            assertEqual(document, again, seed);
            Object text = database.one("RETURN xml.text(xml.parse($d)) AS x", parameters);
            assertThat(database.one("RETURN xml.parse($d) = xml.parse($e) AS x", Map.of("d", document, "e", text)))
                    .as("seed=%d: %s", seed, document)
                    .isEqualTo(true);
        }
    }

    private void assertEqual(String document, Object again, long seed) {
        assertThat(database.one(
                        "RETURN xml.query($d, 'declare variable $e external; deep-equal(/, parse-xml($e))', {e: $e})"
                                + " AS x",
                        Map.of("d", document, "e", again)))
                .as("seed=%d: %s %s", seed, document, again)
                .isEqualTo(List.of(true));
    }

    @Test
    void wrongNodes_areToldOf() {
        wrong("[{id: 1, kind: 'element', name: 'a b'}]", "no name of XML");
        wrong("[{id: 1, kind: 'element', name: 'p:b'}]", "no namespace");
        wrong("[{id: 1, kind: 'leaf', name: 'a'}]", "kind=leaf");
        wrong("[{id: 1, kind: 'element', name: 'a'}, {id: 1, kind: 'element', name: 'a'}]", "of its own");
        wrong("[{id: 1, kind: 'element', name: 'a'}, {id: 2, kind: 'element', name: 'a'}]", "found=2");
        wrong("[{id: 1, kind: 'element', name: 'a'}, {id: 2, parent: 3, kind: 'element', name: 'a'}]", "parent=3");
        wrong(
                "[{id: 1, kind: 'element', name: 'a'}, {id: 2, parent: 3, kind: 'text', value: 'a'},"
                        + " {id: 3, parent: 2, kind: 'text', value: 'a'}]",
                "own ancestors");
        wrong("[{id: 1, kind: 'comment', value: 'a--b'}]", "two dashes");
        wrong("[{id: 1, kind: 'element', name: 'a'}, {id: 2, parent: 1, kind: 'text', value: '\\u0001'}]", "U+0001");
        wrong("[{id: 1, kind: 'document'}, {id: 2, parent: 1, kind: 'text', value: 'a'}]", "one element");
        assertThat(database.all("UNWIND [] AS n RETURN xml.document(n) AS x", Map.of()))
                .isEqualTo(Collections.singletonList(null));
        assertThatThrownBy(() -> database.one("RETURN xml.text({children: []}) AS x", Map.of()))
                .hasMessageContaining("a node is");
    }

    private void wrong(String nodes, String message) {
        assertThatThrownBy(() -> database.one("UNWIND " + nodes + " AS n RETURN xml.document(n) AS x", Map.of()))
                .as(nodes)
                .hasMessageContaining(message);
    }
}
