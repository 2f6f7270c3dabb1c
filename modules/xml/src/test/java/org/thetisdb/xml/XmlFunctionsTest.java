package org.thetisdb.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.IsoDuration;

/** Goal: XPath, XQuery and XSLT give what they say, as values of Cypher. Method: small documents, called by Cypher. */
final class XmlFunctionsTest {
    private static final String BOOKS = """
            <?xml version="1.0"?>
            <!-- a shop -->
            <shop xmlns:p="urn:price"><book id="1"><title>A &amp; B</title><p:price>3.5</p:price></book>
            <book id="2"><title>C<i>D</i></title></book></shop>""";

    private final DocumentDatabase database = new DocumentDatabase();

    @BeforeEach
    void open() {
        database.open();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Object one(String expression) {
        return database.one("RETURN " + expression + " AS x", Map.of("d", BOOKS));
    }

    @Test
    void value_isOneValueOfItsType() {
        assertThat(one("xml.value($d, '//book[1]/title')")).isEqualTo("A & B");
        assertThat(one("xml.value($d, 'count(//book)')")).isEqualTo(2L);
        assertThat(one("xml.value($d, '//book[2]/title')")).isEqualTo("CD");
        assertThat(one("xml.value($d, '//missing')")).isNull();
        assertThat(one("xml.value(null, '//missing')")).isNull();
        assertThat(one("xml.value($d, '1 div 4')")).isEqualTo(0.25);
        assertThat(one("xml.value($d, '//book/@id = \"2\"')")).isEqualTo(true);
        assertThat(one("xml.value($d, 'xs:date(\"2020-02-29\")')")).isEqualTo(LocalDate.of(2020, 2, 29));
        assertThat(one("xml.value($d, 'xs:dateTime(\"2020-02-29T01:02:03.5\")')"))
                .isEqualTo(LocalDateTime.parse("2020-02-29T01:02:03.5"));
        assertThat(one("xml.value($d, 'xs:dateTime(\"2020-02-29T01:02:03-05:30\")')"))
                .isEqualTo(ZonedDateTime.parse("2020-02-29T01:02:03-05:30"));
        assertThat(one("xml.value($d, 'xs:time(\"01:02:03\")')")).hasToString("01:02:03");
        assertThat(one("xml.value($d, 'xs:time(\"01:02:03Z\")')")).hasToString("01:02:03Z");
        assertThat(one("xml.value($d, 'xs:duration(\"-P1Y2M3DT4H5.25S\")')"))
                .isEqualTo(IsoDuration.of(-14, -3, -4 * 3600 - 5, -250_000_000));
        assertThat(one("xml.value($d, 'map{\"a\": 1, \"b\": (), \"c\": (1,2), \"d\": [3]}')"))
                .isEqualTo(database.map("a", 1L, "b", null, "c", List.of(1L, 2L), "d", List.of(3L)));
        assertThatThrownBy(() -> one("xml.value($d, '//book')")).hasMessageContaining("more than one value");
        assertThatThrownBy(() -> one("xml.value($d, '9223372036854775808')")).hasMessageContaining("range");
        assertThatThrownBy(() -> one("xml.value($d, 'true#0')")).hasMessageContaining("no value");
    }

    @Test
    void values_areInTheOrderOfTheDocument() {
        assertThat(one("xml.values($d, '//@id')")).isEqualTo(List.of("1", "2"));
        assertThat(one("xml.values($d, '//book/title/string-length(.)')")).isEqualTo(List.of(5L, 2L));
        assertThat(one("xml.values($d, '//missing')")).isEqualTo(List.of());
    }

    @Test
    void namespaces_areDeclaredInFrontOfAPath() {
        assertThat(one("xml.value($d, 'declare namespace q = \"urn:price\"; number(//q:price)')"))
                .isEqualTo(3.5);
        assertThat(one("xml.value($d, '//Q{urn:price}price')")).isEqualTo("3.5");
        assertThat(one("xml.value('<a xmlns=\"u\"><b>c</b></a>',"
                        + " \"declare default element namespace 'u'; declare namespace v='w'; a/b\")"))
                .isEqualTo("c");
    }

    @Test
    void stringLength_isThatOfTheText() {
        String text = "<a>x\uD83D\uDE00<b/>  <c> \n\t</c><d><e>123456</e></d><!--no--><?no no?>yz</a>";
        Map<String, Object> parameters = Map.of("d", text);
        assertThat(database.one("RETURN xml.values($d, '//*/string-length(.)') AS x", parameters))
                .isEqualTo(List.of(15L, 0L, 3L, 6L, 6L));
        assertThat(database.one("RETURN xml.values($d, '//*/string-length(string(.))') AS x", parameters))
                .isEqualTo(List.of(15L, 0L, 3L, 6L, 6L));
        assertThat(one("xml.value($d, 'string-length(/)')"))
                .isEqualTo(one("xml.value($d, 'string-length(string(/))')"));
        assertThat(one("xml.values($d, '(string-length(\"abc\"), string-length(()), string-length((//@id)[1]/..),"
                        + " //book[1]/@id/string-length(.), (//text())[1]/string-length(.))')"))
                .isEqualTo(List.of(3L, 0L, 8L, 1L, 5L));
        assertThatThrownBy(() -> one("xml.value($d, 'string-length(5)')")).hasMessageContaining("XPTY0004");
        assertThatThrownBy(() -> one("xml.value($d, 'string-length((\"a\", \"b\"))')"))
                .hasMessageContaining("XPTY0004");
    }

    @Test
    void table_hasARowForEachNode() {
        String call = "CALL xml.table($d, '//book', %s) YIELD number, row RETURN [number, row] AS x";
        Map<String, Object> parameters = Map.of("d", BOOKS);
        assertThat(database.all(call.formatted("{id: 'number(@id)', title: 'title', none: 'x'}"), parameters))
                .containsExactly(
                        List.of(1L, database.map("id", 1.0, "title", "A & B", "none", null)),
                        List.of(2L, database.map("id", 2.0, "title", "CD", "none", null)));
        assertThat(database.all(call.formatted("['@id', 'x']"), parameters))
                .containsExactly(List.of(1L, Arrays.asList("1", null)), List.of(2L, Arrays.asList("2", null)));
        assertThat(database.all(
                        "CALL xml.table($d, '1 to 3', ['. * 2']) YIELD row RETURN row[0] AS x LIMIT 2", parameters))
                .containsExactly(2L, 4L);
        assertThatThrownBy(() -> database.all(call.formatted("{}"), parameters)).hasMessageContaining("at least one");
        assertThatThrownBy(() -> database.all(call.formatted("[1]"), parameters))
                .hasMessageContaining("STRING");
        assertThatThrownBy(() -> database.all(call.formatted("['//title']"), parameters))
                .hasMessageContaining("more than one value");
        assertThatThrownBy(() -> database.all(call.formatted("['1 div 0']"), parameters))
                .hasMessageContaining("FOAR0001");
    }

    @Test
    void query_givesNodesAsXml() {
        assertThat(one("xml.query($d, 'for $b in //book return <b n=\"{$b/@id}\">{$b/title/data()}</b>', {})"))
                .isEqualTo(List.of("<b n=\"1\">A &amp; B</b>", "<b n=\"2\">CD</b>"));
        assertThat(one("xml.query($d, 'declare variable $n external; //book[@id = $n?id]/title/string(), $n?list',"
                        + " {n: {id: '2', list: [1, null, true, date('2020-01-01')]}})"))
                .isEqualTo(List.of("CD", Arrays.asList(1L, null, true, LocalDate.of(2020, 1, 1))));
        assertThat(one("xml.query($d, '(//@id, //i, //i/text(), 1)', {})"))
                .isEqualTo(List.of("1", "2", "<i xmlns:p=\"urn:price\">D</i>", "D", 1L));
        assertThatThrownBy(() -> one("xml.query($d, 'for $x in\n 1 retrun $x', {})"))
                .hasMessageContaining("XQuery")
                .hasMessageContaining("line=2");
    }

    @Test
    void transform_givesText() {
        String stylesheet = """
                <xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
                  <xsl:output method="text"/><xsl:param name="end"/>
                  <xsl:template match="/"><xsl:message>no</xsl:message>
                    <xsl:value-of select="//title" separator=", "/><xsl:value-of select="$end"/></xsl:template>
                </xsl:stylesheet>""";
        Map<String, Object> parameters = Map.of("d", BOOKS, "s", stylesheet);
        assertThat(database.one("RETURN xml.transform($d, $s, {end: '.'}) AS x", parameters))
                .isEqualTo("A & B, CD.");
        assertThatThrownBy(() -> database.one(
                        "RETURN xml.transform($d, replace($s, 'xsl:param', 'xsl:parma'), {}) AS x", parameters))
                .hasMessageContaining("stylesheet is wrong: line=2");
    }

    @Test
    void wrongTexts_areToldWithTheirPlaces() {
        assertThat(one("xml.isWellFormed($d)")).isEqualTo(true);
        assertThat(one("xml.isWellFormed('<a>')")).isEqualTo(false);
        assertThat(one("xml.isWellFormed(null)")).isNull();
        assertThatThrownBy(() -> one("xml.value('<a>\n  <b></a>', '1')"))
                .hasMessageContaining("xml.value")
                .hasMessageContaining("line=2, column=8");
        assertThatThrownBy(() -> one("xml.value($d, '1 +\n * +')"))
                .hasMessageContaining("XPath")
                .hasMessageContaining("line=2")
                .hasMessageContaining("XPST0003");
        assertThatThrownBy(() -> one("xml.value($d, 'p:x')")).hasMessageContaining("XPST0081");
        assertThatThrownBy(() -> one("xml.value('', '1')")).hasMessageContaining("no XML document");
    }
}
