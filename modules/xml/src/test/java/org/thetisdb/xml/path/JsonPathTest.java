package org.thetisdb.xml.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.xml.document.Checkpoints;
import org.thetisdb.xml.document.DocumentException;
import org.thetisdb.xml.json.JsonOutput;
import org.thetisdb.xml.json.JsonText;

/** Goal: JSONPath as RFC 9535 has it. Method: paths with what they find, wrong ones, and a suite if there is one. */
final class JsonPathTest {
    private static final String DOCUMENT = """
            {"o": {"j j": {"k.k": 3}, "'": {"@": 2}}, "a": [0, 1, 2, 3, 4, 5, 6],
             "e": [3, 5, 1, 2, 4, 6, {"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}],
             "n": null, "s": "\\ud83d\\ude00b"}""";

    private static final Checkpoints NO_END = new Checkpoints(() -> {});

    private static String found(String path, String document) {
        return JsonOutput.text(JsonPath.compile(path).values(JsonText.read(document, NO_END), NO_END));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '`',
            value = {
                "$.o['j j']['k.k'] => [3]",
                "$.o[\"'\"][\"@\"] => [2]",
                "$.a[1:3] => [1,2]",
                "$.a[5:] => [5,6]",
                "$.a[1:5:2] => [1,3]",
                "$.a[5:1:-2] => [5,3]",
                "$.a[::-1] => [6,5,4,3,2,1,0]",
                "$.a[-2:] => [5,6]",
                "$.a[::0] => []",
                "$.a[9007199254740991:] => []",
                "$.a[-1] => [6]",
                "$.a[7] => []",
                "$.a[0, 0] => [0,0]",
                "$ .a [ 0 ] => [0]",
                "$.e[?@.b == 'kilo'] => [{\"b\":\"kilo\"}]",
                "$.e[?(@.b == 'kilo')] => [{\"b\":\"kilo\"}]",
                "$.e[?@>3.5] => [5,4,6]",
                "$.e[?@.b].b => [\"j\",\"k\",{},\"kilo\"]",
                "$.e[?@<2 || @.b == \"k\"] => [1,{\"b\":\"k\"}]",
                "$.e[?!@.b && @ >= 5] => [5,6]",
                "$.e[?match(@.b, '[jk]')] => [{\"b\":\"j\"},{\"b\":\"k\"}]",
                "$.e[?search(@.b, '[jk]')] => [{\"b\":\"j\"},{\"b\":\"k\"},{\"b\":\"kilo\"}]",
                "$.e[?match(@.b, 'k(?=x)')] => []",
                "$.e[?length(@.b) > 3].b => [\"kilo\"]",
                "$[?length(@) == 2] => [{\"j j\":{\"k.k\":3},\"'\":{\"@\":2}},\"\uD83D\uDE00b\"]",
                "$[?count(@.*) == 10][0] => [3]",
                "$[?value(@..b) == 'x'] => []",
                "$[?@ == null] => [null]",
                "$[?@.x == @.y].n => []",
                "$.e[?@ == $.a[1]] => [1]",
                "$..['k.k'] => [3]",
                "$.a..* => [0,1,2,3,4,5,6]",
                "$..[0] => [0,3]",
                "$.n.x => []",
                "$.* [0] => [0,3]",
                "$['\\u0061'][0] => [0]",
            })
    void path_findsValues(String path, String expected) {
        assertThat(found(path, DOCUMENT)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " $",
                "$ ",
                "a",
                "$.",
                "$..",
                "$.1",
                "$[",
                "$[]",
                "$[01]",
                "$[-0]",
                "$[9007199254740992]",
                "$[1.0]",
                "$['a]",
                "$['\\x']",
                "$['\\ud800']",
                "$[\"\\'\"]",
                "$[?]",
                "$[?@.a==]",
                "$[?1]",
                "$[?@..a == 1]",
                "$[?@[0,1] == 1]",
                "$[?length(@.a)]",
                "$[?count(1) == 1]",
                "$[?match(@.a, 'a') == true]",
                "$[?nope(@.a)]",
                "$[?length (@.a) == 1]",
                "$[?@.a == 01]",
                "$[?@.a == 1.]",
                "$[?!@.a == 1]",
                "$[?(@.a]",
                "$.a b",
                "$[?@.a = 1]",
                "$[? true]",
                "$[*",
                "$[:::]",
                "$[1 :2 :3 :4]",
                "$&",
                "$.a.&",
                "$[?@ == {}]",
                "$[?length() == 1]",
                "$[?count(@.*, 1) == 1]",
                "$['\n']"
            })
    void what_isNoPath_isRefused(String path) {
        assertThatThrownBy(() -> JsonPath.compile(path))
                .isInstanceOf(DocumentException.class)
                .hasMessageContaining("column=");
    }

    @Test
    void deepFilters_areRefused() {
        assertThatThrownBy(() -> JsonPath.compile("$[?" + "(".repeat(10_000) + "@"))
                .hasMessageContaining("too deeply");
        assertThatThrownBy(() -> JsonPath.compile("$" + "[?@".repeat(10_000))).hasMessageContaining("too deeply");
    }

    @Test
    void normalizedPaths_areEscaped() {
        assertThat(JsonPath.compile("$.*.*")
                        .paths(JsonText.read("{\"a'\\\\\": [1, 2], \"\\u0001\\n\": {\"\": 1}}", NO_END), NO_END))
                .containsExactly("$['a\\'\\\\'][0]", "$['a\\'\\\\'][1]", "$['\\u0001\\n']['']");
    }

    /** The suite that the authors of the standard keep, if its file is named by -Dthetis.jsonpath.suite. */
    @Test
    void suite_isPassed() throws IOException {
        String file = System.getProperty("thetis.jsonpath.suite", "");
        assumeTrue(!file.isEmpty(), "no suite: name its cts.json by -Dthetis.jsonpath.suite");
        Object suite = JsonText.read(Files.readString(Path.of(file)), NO_END);
        List<String> failures = new ArrayList<>();
        for (Object each : (List<?>) ((Map<?, ?>) suite).get("tests")) {
            Map<?, ?> test = (Map<?, ?>) each;
            String failure = failure(test);
            if (!failure.isEmpty()) {
                failures.add(test.get("name") + ": " + test.get("selector") + " " + failure);
            }
        }
        assertThat(failures).isEmpty();
    }

    private static String failure(Map<?, ?> test) {
        try {
            JsonPath path = JsonPath.compile((String) test.get("selector"));
            Object document = test.get("document");
            List<?> found = path.values(document, NO_END);
            List<?> places = path.paths(document, NO_END);
            if (Boolean.TRUE.equals(test.get("invalid_selector"))) {
                return "is no path";
            }
            List<?> results = test.get("results") instanceof List<?> several ? several : List.of(test.get("result"));
            List<?> paths =
                    test.get("results_paths") instanceof List<?> several ? several : List.of(test.get("result_paths"));
            return results.contains(found) && paths.contains(places) ? "" : "found " + found + " at " + places;
        } catch (DocumentException refused) {
            return Boolean.TRUE.equals(test.get("invalid_selector")) ? "" : refused.getMessage();
        }
    }
}
