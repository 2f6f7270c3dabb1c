package org.thetisdb.fuzz.generate;

import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.fuzz.query.Sort;

/** The names in all generated graphs, and the values of each key. */
public final class Vocabulary {
    private Vocabulary() {}

    public static final List<String> LABELS = List.of("A", "B", "C", "D");
    public static final List<String> TYPES = List.of("R", "S", "T");

    /** Names that no graph has. */
    static final String NO_LABEL = "Nowhere";

    static final String NO_TYPE = "NEVER";

    /** The key under which each generated node and relationship has a number of its own. */
    public static final String IDENTITY = "k";

    /** Keys whose values are small enough that sums are exact in any order. */
    static final String SMALL_INTEGER = "i";

    static final String SMALL_FLOAT = "f";

    /** The key whose values are long in some graphs. */
    static final String LONG_TEXT = "w";

    /** A key of stored values. */
    record Key(String name, Sort sort) {}

    static final List<Key> KEYS = List.of(
            new Key(SMALL_INTEGER, Sort.INTEGER),
            new Key("j", Sort.INTEGER),
            new Key("n", Sort.INTEGER),
            new Key(SMALL_FLOAT, Sort.FLOAT),
            new Key("x", Sort.FLOAT),
            new Key("s", Sort.STRING),
            new Key(LONG_TEXT, Sort.STRING),
            new Key("b", Sort.BOOLEAN),
            new Key("d", Sort.DATE),
            new Key("lt", Sort.LOCAL_TIME),
            new Key("ot", Sort.TIME),
            new Key("ld", Sort.LOCAL_DATETIME),
            new Key("zd", Sort.ZONED_DATETIME),
            new Key("u", Sort.DURATION),
            new Key("p", Sort.POINT),
            new Key("l", Sort.INTEGER_LIST),
            new Key("g", Sort.STRING_LIST),
            new Key("m", Sort.ANY));

    /** The keys that hold values of a sort. */
    static List<Key> keysOf(Sort sort) {
        return KEYS.stream().filter(key -> key.sort() == sort).toList();
    }

    /** The names of all keys. */
    public static List<String> keys() {
        return Stream.concat(Stream.of(IDENTITY), KEYS.stream().map(Key::name)).toList();
    }
}
