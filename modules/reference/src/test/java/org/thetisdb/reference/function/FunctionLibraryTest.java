package org.thetisdb.reference.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.value.ThetisException;

/** The table of {@code functions.txt}: an expression, {@code =>}, and its value, or an error's code. */
class FunctionLibraryTest {
    private static final Instant NOW = Instant.parse("2020-02-29T12:34:56.789Z");
    private static final Set<String> ELSEWHERE = Set.of(
            "id",
            "elementid",
            "labels",
            "type",
            "keys",
            "properties",
            "nodes",
            "relationships",
            "length",
            "startnode",
            "endnode",
            "coalesce",
            "size",
            "head",
            "last",
            "tail",
            "range",
            "reverse",
            "isempty",
            "exists",
            "nullif",
            "valuetype");

    private final FunctionLibrary library = new FunctionLibrary(Clock.fixed(NOW, ZoneOffset.UTC), new Random(1));
    private final ExpressionText expressions = new ExpressionText(library);

    @TestFactory
    Stream<DynamicTest> table() throws IOException {
        try (InputStream table = FunctionLibraryTest.class.getResourceAsStream("functions.txt")) {
            return new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList().stream()
                            .map(line -> DynamicTest.dynamicTest(line, () -> check(line)));
        }
    }

    private void check(String line) {
        int arrow = line.lastIndexOf(" => ");
        assertThat(text(line.substring(0, arrow).strip()))
                .as(line)
                .isEqualTo(line.substring(arrow + 4).strip());
    }

    private String text(String expression) {
        try {
            return shown(expressions.value(expression));
        } catch (ThetisException failure) {
            return failure.code().name();
        }
    }

    private static String shown(Object value) {
        return switch (value) {
            case String text -> "'" + text + "'";
            case List<?> list ->
                list.stream().map(FunctionLibraryTest::shown).toList().toString();
            case null, default -> String.valueOf(value);
        };
    }

    /** What the catalogue names is here or in the interpreter, and nothing here is asked for by another name. */
    @Test
    void everyFunctionIsKnown() {
        for (FunctionCatalog.Function function : FunctionCatalog.all()) {
            List<Object> arguments = Arrays.asList(new Object[function.minArguments()]);
            if (ELSEWHERE.contains(function.name())) {
                assertThatThrownBy(() -> library.call(function.name(), List.of(1L)))
                        .isInstanceOf(IllegalArgumentException.class);
            } else if (arguments.isEmpty()) {
                assertThat(library.call(function.name(), arguments)).isNotNull();
            } else if (function.name().matches("to.*(list|ornull)|point\\..*")) {
                // These tell by null that they cannot do it.
                assertThat(library.call(function.name(), arguments)).isNull();
            } else {
                assertThat(library.call(function.name(), arguments))
                        .as(function.name())
                        .isNull();
                Collections.fill(arguments, List.of());
                assertThatThrownBy(() -> library.call(function.name(), arguments))
                        .as(function.name())
                        .isInstanceOf(ThetisException.class);
            }
        }
    }

    @Test
    void randomValuesAreOfTheirKindAndDiffer() {
        Set<Object> uuids = new HashSet<>();
        for (int count = 0; count < 1_000; count++) {
            assertThat((Double) library.call("rand", List.of())).isBetween(0.0, Math.nextDown(1.0));
            String uuid = (String) library.call("randomuuid", List.of());
            assertThat(uuid).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
            assertThat(uuids.add(uuid)).isTrue();
        }
    }
}
