package org.thetisdb.value;

/**
 * Every remark on a valid query, by a stable code that never changes its meaning. The numbers
 * are in a gap of those of {@link ErrorCode}: 80 for names, 81 for what costs time, 82 for what is out of date.
 */
public enum NotificationCode {
    /** The query reads a label that no node has ever had. */
    UNKNOWN_LABEL(8001, Category.UNRECOGNIZED, Severity.WARNING, "01N50", "label does not exist"),
    /** The query reads a type that no relationship has ever had. */
    UNKNOWN_RELATIONSHIP_TYPE(
            8002, Category.UNRECOGNIZED, Severity.WARNING, "01N51", "relationship type does not exist"),
    /** The query reads a property that nothing has ever had. */
    UNKNOWN_PROPERTY_KEY(8003, Category.UNRECOGNIZED, Severity.WARNING, "01N52", "property key does not exist"),

    /** Parts of a MATCH are not connected, so each row of one is combined with each of the other. */
    CARTESIAN_PRODUCT(8101, Category.PERFORMANCE, Severity.INFORMATION, "03N90", "cartesian product"),
    /** A variable-length relationship has no upper bound. */
    UNBOUNDED_LENGTH(8102, Category.PERFORMANCE, Severity.INFORMATION, "03N91", "length without an upper bound"),
    /** All nodes with a label are read to find those with a value. */
    MISSING_INDEX(8103, Category.PERFORMANCE, Severity.INFORMATION, "03N80", "an index would help"),

    /** There is a newer way to write this. */
    DEPRECATED_SYNTAX(8201, Category.DEPRECATION, Severity.WARNING, "01N00", "deprecated syntax");

    /** The category, for filtering. */
    public enum Category {
        /** The query names something that does not exist. */
        UNRECOGNIZED,
        /** The query may take longer than necessary. */
        PERFORMANCE,
        /** The query uses syntax that may be removed. */
        DEPRECATION
    }

    /** How much it matters. */
    public enum Severity {
        /** The query probably does not mean what was intended. */
        WARNING,
        /** The query may be better written in another way, or may be fine as it is. */
        INFORMATION
    }

    private final int number;
    private final Category category;
    private final Severity severity;
    private final String gqlStatus;
    private final String title;

    NotificationCode(int number, Category category, Severity severity, String gqlStatus, String title) {
        this.number = number;
        this.category = category;
        this.severity = severity;
        this.gqlStatus = gqlStatus;
        this.title = title;
    }

    /** {@return the code as users see and search it, for example {@code THETIS-8001}} */
    public String code() {
        return "THETIS-" + number;
    }

    /** {@return what kind of thing it is} */
    public Category category() {
        return category;
    }

    /** {@return how much it matters} */
    public Severity severity() {
        return severity;
    }

    /** {@return the five-character GQLSTATUS of ISO/IEC 39075 that is nearest: 01 warns, 03 informs} */
    public String gqlStatus() {
        return gqlStatus;
    }

    /** {@return what it is about in a few words, the same for all of this code} */
    public String title() {
        return title;
    }
}
