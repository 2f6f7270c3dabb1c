package org.thetisdb.xml.tree;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.sf.saxon.ma.arrays.ArrayItem;
import net.sf.saxon.ma.map.KeyValuePair;
import net.sf.saxon.ma.map.MapItem;
import net.sf.saxon.om.GroundedValue;
import net.sf.saxon.om.Item;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.s9api.ItemType;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XdmArray;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XdmEmptySequence;
import net.sf.saxon.s9api.XdmMap;
import net.sf.saxon.s9api.XdmValue;
import net.sf.saxon.value.AtomicValue;
import net.sf.saxon.value.BooleanValue;
import net.sf.saxon.value.CalendarValue;
import net.sf.saxon.value.DateTimeValue;
import net.sf.saxon.value.DateValue;
import net.sf.saxon.value.DurationValue;
import net.sf.saxon.value.IntegerValue;
import net.sf.saxon.value.NumericValue;
import net.sf.saxon.value.TimeValue;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.xml.document.DocumentException;

/**
 * The values of XPath as those of Cypher, and back.
 *
 * <pre>
 *   xs:integer             INTEGER             map     MAP
 *   decimal, double, float FLOAT               array   LIST; its members: nothing null, one itself, several a LIST
 *   boolean                BOOLEAN             node    STRING, its text
 *   date, time, dateTime   DATE, LOCAL TIME or TIME, LOCAL or ZONED DATETIME: by whether they have a zone
 *   durations              DURATION            all else  STRING
 * </pre>
 *
 * <p>Stateless.
 */
final class XmlValues {
    private static final int SECONDS_OF_MINUTE = 60;

    private XmlValues() {}

    /** What becomes of nodes. */
    interface OfNode {
        Object value(NodeInfo node);
    }

    /** One item. */
    static Object of(Item item, OfNode nodes) {
        return switch (item) {
            case NodeInfo node -> nodes.value(node);
            case AtomicValue value -> atomic(value);
            case MapItem map -> map(map, nodes);
            case ArrayItem array -> array(array, nodes);
            default ->
                throw new DocumentException("Cypher has no value for that: item=" + item.toShortString()
                        + "; return nodes, numbers, strings, maps or arrays");
        };
    }

    private static Map<String, @Nullable Object> map(MapItem map, OfNode nodes) {
        Map<String, @Nullable Object> made = new LinkedHashMap<>();
        for (KeyValuePair pair : map.keyValuePairs()) {
            made.put(pair.key().getStringValue(), sequence(pair.value(), nodes));
        }
        return made;
    }

    private static List<@Nullable Object> array(ArrayItem array, OfNode nodes) {
        List<@Nullable Object> made = new ArrayList<>();
        for (GroundedValue member : array.members()) {
            made.add(sequence(member, nodes));
        }
        return made;
    }

    private static @Nullable Object sequence(GroundedValue value, OfNode nodes) {
        return switch (value.getLength()) {
            case 0 -> null;
            case 1 -> of(value.itemAt(0), nodes);
            default -> {
                List<Object> list = new ArrayList<>();
                for (Item each : value.asIterable()) {
                    list.add(of(each, nodes));
                }
                yield list;
            }
        };
    }

    private static Object atomic(AtomicValue value) {
        try {
            return switch (value) {
                case BooleanValue truth -> truth.getBooleanValue();
                case IntegerValue number -> number.asBigInteger().longValueExact();
                case NumericValue number -> number.getDoubleValue();
                case DateTimeValue time when time.hasTimezone() -> ZonedDateTime.of(local(time), offset(time));
                case DateTimeValue time -> local(time);
                case DateValue date -> LocalDate.of(date.getYear(), date.getMonth(), date.getDay());
                case TimeValue time
                when time.hasTimezone() ->
                    OffsetTime.of(time(time.getHour(), time.getMinute(), time.getSecond()), offset(time));
                case TimeValue time -> time(time.getHour(), time.getMinute(), time.getSecond());
                case DurationValue duration -> duration(duration);
                default -> value.getStringValue();
            };
        } catch (ArithmeticException | DateTimeException outOfRange) {
            throw new DocumentException(
                    "the value is out of the range of Cypher's: value=" + value.getStringValue() + ", reason="
                            + outOfRange.getMessage() + "; take it as a string",
                    outOfRange);
        }
    }

    private static LocalDateTime local(DateTimeValue time) {
        return LocalDateTime.of(
                LocalDate.of(time.getYear(), time.getMonth(), time.getDay()),
                time(time.getHour(), time.getMinute(), time.getSecond()));
    }

    private static LocalTime time(int hour, int minute, BigDecimal second) {
        return LocalTime.of(hour, minute, second.intValue(), nanos(second));
    }

    private static int nanos(BigDecimal second) {
        return second.remainder(BigDecimal.ONE).movePointRight(9).intValue();
    }

    private static ZoneOffset offset(CalendarValue value) {
        return ZoneOffset.ofTotalSeconds(value.getTimezoneInMinutes() * SECONDS_OF_MINUTE);
    }

    private static IsoDuration duration(DurationValue duration) {
        BigDecimal seconds = duration.getTotalSeconds();
        int secondsOfDay = 24 * 60 * 60;
        long days =
                seconds.divideToIntegralValue(BigDecimal.valueOf(secondsOfDay)).longValueExact();
        BigDecimal rest = seconds.subtract(BigDecimal.valueOf(days).multiply(BigDecimal.valueOf(secondsOfDay)));
        return IsoDuration.of(duration.getTotalMonths(), days, rest.longValue(), nanos(rest));
    }

    /** A value of Cypher for a variable of an expression. */
    static XdmValue given(@Nullable Object value) {
        try {
            return switch (value) {
                case null -> XdmEmptySequence.getInstance();
                case String text -> new XdmAtomicValue(text);
                case Long number -> new XdmAtomicValue(number.longValue());
                case Double number -> new XdmAtomicValue(number.doubleValue());
                case Boolean truth -> new XdmAtomicValue(truth.booleanValue());
                case LocalDate date -> new XdmAtomicValue(date.toString(), ItemType.DATE);
                case LocalTime time -> new XdmAtomicValue(seconds(time.toString()), ItemType.TIME);
                case OffsetTime time ->
                    new XdmAtomicValue(seconds(time.toLocalTime().toString()) + time.getOffset(), ItemType.TIME);
                case LocalDateTime time -> new XdmAtomicValue(time);
                case ZonedDateTime time -> new XdmAtomicValue(time);
                case IsoDuration duration -> new XdmAtomicValue(duration.toString(), ItemType.DURATION);
                case List<?> list -> array(list);
                case Map<?, ?> map -> map(map);
                default ->
                    throw new DocumentException("an expression takes no such value: class="
                            + value.getClass().getSimpleName()
                            + "; give it numbers, strings, truth values, times, lists or maps");
            };
        } catch (SaxonApiException wrong) {
            throw XmlFailures.of("a variable", wrong);
        }
    }

    /** XML wants seconds, which Java leaves out if they are zero. */
    private static String seconds(String time) {
        return time.length() == 5 ? time + ":00" : time;
    }

    private static XdmArray array(List<?> list) {
        List<XdmValue> members = new ArrayList<>();
        list.forEach(each -> members.add(given(each)));
        return new XdmArray(members);
    }

    private static XdmMap map(Map<?, ?> map) {
        XdmMap made = new XdmMap();
        for (Map.Entry<?, ?> each : map.entrySet()) {
            made = made.put(new XdmAtomicValue(String.valueOf(each.getKey())), given(each.getValue()));
        }
        return made;
    }
}
