package org.thetisdb.fuzz.oracle;

/** What two answers may differ in, and why neither is wrong. */
public enum AllowedDifference {
    ROW_ORDER("rows come in any order that ORDER BY leaves open"),
    LIST_ORDER("collect(), COLLECT and pattern comprehensions give their elements in the order of rows"),
    SUM_OF_FLOATS("avg, stDev and sum of floats lose other last digits if the rows come in another order"),
    SIGN_OF_ZERO("0.0 and -0.0 are equal, and either may stand for a group of both"),
    SPARED_ERROR("whether a value is computed that nobody reads, or a condition for a row that another one takes away,"
            + " is left open, so its error may happen or not"),
    EARLY_ERROR("a condition that may fail may be computed for a part of a match that never becomes whole"),
    WHICH_ERROR("of several errors, the first one met is reported");

    private final String reason;

    AllowedDifference(String reason) {
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
