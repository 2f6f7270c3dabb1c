package org.thetisdb.shell.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.thetisdb.JsonInput;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

final class ParameterValuesTest {
    private static Object typed(String type, String value) {
        return ParameterValues.decode(
                JsonInput.read("{\"$type\": \"" + type + "\", \"_value\": " + value + "}", "test"), "p");
    }

    @Test
    void typedValues_ofEveryType_areRead() {
        assertThat(typed("Date", "\"2012-11-29\"")).isEqualTo(LocalDate.of(2012, 11, 29));
        assertThat(typed("Time", "\"02:52:48.5+01:00\"")).isEqualTo(OffsetTime.parse("02:52:48.5+01:00"));
        assertThat(typed("LocalTime", "\"02:52:48\"")).isEqualTo(LocalTime.of(2, 52, 48));
        assertThat(typed("LocalDateTime", "\"2012-11-29T02:52:48\""))
                .isEqualTo(LocalDateTime.of(2012, 11, 29, 2, 52, 48));
        assertThat(typed("ZonedDateTime", "\"2012-11-29T02:52:48.123Z\""))
                .isEqualTo(ZonedDateTime.parse("2012-11-29T02:52:48.123Z"));
        assertThat(typed("OffsetDateTime", "\"2012-11-29T02:52:48+02:00\""))
                .isEqualTo(ZonedDateTime.parse("2012-11-29T02:52:48+02:00"));
        assertThat(typed("Duration", "\"P14M3DT4.5S\"")).isEqualTo(new IsoDuration(14, 3, 4, 500_000_000));
        assertThat(typed("Point", "\"SRID=4326;POINT (12.5 55.7)\"")).isEqualTo(Point.of(4326, 12.5, 55.7));
        assertThat(typed("Integer", "\"42\"")).isEqualTo(42L);
        assertThat(typed("Float", "\"Infinity\"")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(typed("Boolean", "true")).isEqualTo(true);
        assertThat(typed("String", "\"x\"")).isEqualTo("x");
        assertThat(typed("Null", "null")).isNull();
        assertThat(typed("List", "[{\"$type\": \"Integer\", \"_value\": \"1\"}, 2]"))
                .isEqualTo(List.of(1L, 2L));
        assertThat(typed("Map", "{\"a\": {\"$type\": \"Date\", \"_value\": \"2012-11-29\"}}"))
                .isEqualTo(Map.of("a", LocalDate.of(2012, 11, 29)));
    }

    @Test
    void typedValues_thatAreWrong_nameTheParameter() {
        assertThatThrownBy(() -> typed("Date", "\"2012-13-29\"")).hasMessageContainingAll("`p`", "Date", "2012-13-29");
        assertThatThrownBy(() -> typed("Date", "7")).hasMessageContaining("`p`");
        assertThatThrownBy(() -> typed("Dat", "\"2012-11-29\"")).hasMessageContaining("unknown $type: Dat");
        assertThatThrownBy(() -> ParameterValues.decode(Map.of("$type", "Date"), "p"))
                .hasMessageContaining("_value");
    }

    @Test
    void nullWithAType_isNull_orNoValueOfTheType() {
        for (String type : List.of("Null", "String", "List", "Map")) {
            assertThat(typed(type, "null")).as(type).isNull();
        }
        for (String type : List.of(
                "Boolean",
                "Integer",
                "Float",
                "Date",
                "Time",
                "LocalTime",
                "ZonedDateTime",
                "LocalDateTime",
                "Duration",
                "Point")) {
            assertThatThrownBy(() -> typed(type, "null"))
                    .isInstanceOf(ThetisException.class)
                    .hasMessageContaining("`p` cannot be used: _value is not a " + type + ": _value=null");
        }
        assertThatThrownBy(() -> typed("Point", "{\"x\": 1}"))
                .isInstanceOf(ThetisException.class)
                .hasMessageContaining("_value is not a Point");
    }

    @Test
    void json_ofEveryKind_isRead() {
        assertThat(JsonInput.read(" {\"a\" : [1, -2.5e1, \"\\u00e9\\n\\\"\", {}, [], null, false]} ", "test"))
                .hasToString("{a=[1, -25.0, é\n\", {}, [], null, false]}");
        for (String wrong : List.of("", "{", "[1,]", "{\"a\":1,\"a\":2}", "1 2", "\"\t\"", "tru", "1e", "\"\\x\"")) {
            assertThatThrownBy(() -> JsonInput.read(wrong, "test")).as(wrong).hasMessageContaining("line=1, column=");
        }
        int most = JsonInput.NESTING_MAX;
        assertThat(JsonInput.read("[".repeat(most) + "]".repeat(most), "test")).isNotNull();
        assertThatThrownBy(() -> JsonInput.read("[".repeat(most + 2) + "]".repeat(most + 2), "test"))
                .hasMessageContaining("levelsMax");
    }

    @Test
    void durations_ofEveryShape_areReadAsTheyArePrinted() {
        for (String text : List.of("P1Y2M3DT4H5M6.7S", "PT0S", "P-1D", "PT-0.5S", "P1M", "PT36H")) {
            assertThat(DurationText.parse(text)).hasToString(text);
        }
        assertThat(DurationText.parse("-P1W")).isEqualTo(new IsoDuration(0, -7, 0, 0));
        for (String wrong : List.of("P", "PT", "1D", "P1", "P1.5M", "P1H", "")) {
            assertThatThrownBy(() -> DurationText.parse(wrong))
                    .as(wrong)
                    .isInstanceOfAny(DateTimeException.class, NumberFormatException.class);
        }
    }
}
