package org.thetisdb.cypher.bound;

/** The text of {@link FunctionCatalog}, in the order of the manual. */
final class FunctionSignatures {
    private FunctionSignatures() {}

    /** Other names: alias, canonical name. */
    static final String[][] ALIASES = {
        {"upper", "toupper"},
        {"lower", "tolower"},
        {"character_length", "char_length"},
        {"ceiling", "ceil"},
        {"ln", "log"},
        {"power", "pow"},
        {"distance", "point.distance"},
    };

    static final String[] SIGNATURES = {
        "coalesce(value ANY, ...) :: ANY -- the first value that is not null",
        "elementId(entity NODE|RELATIONSHIP) :: STRING -- the id of a node or relationship as text",
        "id(entity NODE|RELATIONSHIP) :: INTEGER -- the id of a node or relationship",
        "endNode(relationship RELATIONSHIP) :: NODE -- the node that a relationship leads to",
        "startNode(relationship RELATIONSHIP) :: NODE -- the node that a relationship comes from",
        "type(relationship RELATIONSHIP) :: STRING -- the type of a relationship",
        "labels(node NODE) :: LIST<STRING> -- the labels of a node",
        "keys(value NODE|RELATIONSHIP|MAP) :: LIST<STRING> -- the property keys of a node, relationship or map",
        "properties(value NODE|RELATIONSHIP|MAP) :: MAP -- all properties as a map",
        "nodes(path PATH) :: LIST<NODE> -- the nodes of a path",
        "relationships(path PATH) :: LIST<RELATIONSHIP> -- the relationships of a path",
        "length(path PATH) :: INTEGER -- the number of relationships of a path",
        "size(value STRING|LIST) :: INTEGER -- the number of elements of a list, or of characters of a string",
        "char_length(text STRING) :: INTEGER -- the number of characters",
        "head(list LIST) :: ANY -- the first element, or null",
        "last(list LIST) :: ANY -- the last element, or null",
        "tail(list LIST) :: LIST -- all elements but the first",
        "range(start INTEGER, end INTEGER, [step INTEGER]) :: LIST<INTEGER> -- integers from start to end inclusive",
        "reverse(value STRING|LIST) :: ANY -- the elements or characters in reverse order",
        "isEmpty(value STRING|LIST|MAP) :: BOOLEAN -- whether there is nothing in it",
        "exists(value ANY) :: BOOLEAN -- whether a property is not null",
        "nullIf(value ANY, other ANY) :: ANY -- null if both are equal, else the first",
        "valueType(value ANY) :: STRING -- the most precise type of a value",
        "randomUUID() :: STRING -- a new random UUID",
        "timestamp() :: INTEGER -- milliseconds since 1970-01-01T00:00Z",
        "toBoolean(value BOOLEAN|STRING|INTEGER) :: BOOLEAN -- converts, null if it is no boolean",
        "toBooleanOrNull(value ANY) :: BOOLEAN -- converts, null for anything else",
        "toBooleanList(list LIST) :: LIST<BOOLEAN> -- converts each element",
        "toFloat(value NUMBER|STRING) :: FLOAT -- converts, null if it is no number",
        "toFloatOrNull(value ANY) :: FLOAT -- converts, null for anything else",
        "toFloatList(list LIST) :: LIST<FLOAT> -- converts each element",
        "toInteger(value NUMBER|STRING|BOOLEAN) :: INTEGER -- converts, truncating; null if it is no number",
        "toIntegerOrNull(value ANY) :: INTEGER -- converts, null for anything else",
        "toIntegerList(list LIST) :: LIST<INTEGER> -- converts each element",
        "toString(value BOOLEAN|NUMBER|STRING|DATE|LOCAL_TIME|TIME|LOCAL_DATETIME|ZONED_DATETIME|DURATION|POINT)"
                + " :: STRING -- the value as text",
        "toStringOrNull(value ANY) :: STRING -- the value as text, null for anything without one",
        "toStringList(list LIST) :: LIST<STRING> -- converts each element",
        "left(text STRING, length INTEGER) :: STRING -- the first characters",
        "right(text STRING, length INTEGER) :: STRING -- the last characters",
        "btrim(text STRING, [characters STRING]) :: STRING -- without blanks (or the characters) at both ends",
        "ltrim(text STRING, [characters STRING]) :: STRING -- without blanks (or the characters) at the start",
        "rtrim(text STRING, [characters STRING]) :: STRING -- without blanks (or the characters) at the end",
        "trim(text STRING) :: STRING -- without blanks at both ends",
        "replace(text STRING, search STRING, replacement STRING, [limit INTEGER]) :: STRING"
                + " -- each found text exchanged",
        "split(text STRING, delimiter STRING|LIST<STRING>) :: LIST<STRING> -- the parts between the delimiters",
        "substring(text STRING, start INTEGER, [length INTEGER]) :: STRING -- a part; start counts from 0",
        "toLower(text STRING) :: STRING -- in lower case",
        "toUpper(text STRING) :: STRING -- in upper case",
        "normalize(text STRING, [form STRING]) :: STRING -- the Unicode normal form, NFC by default",
        "abs(value NUMBER) :: NUMBER -- the absolute value",
        "ceil(value NUMBER) :: FLOAT -- the smallest whole number not below",
        "floor(value NUMBER) :: FLOAT -- the largest whole number not above",
        "round(value NUMBER, [precision INTEGER], [mode STRING]) :: FLOAT -- the nearest number of that precision",
        "sign(value NUMBER) :: INTEGER -- -1, 0 or 1",
        "rand() :: FLOAT -- a random number from 0 (inclusive) to 1",
        "isNaN(value NUMBER) :: BOOLEAN -- whether it is not a number",
        "e() :: FLOAT -- the base of the natural logarithm",
        "exp(value NUMBER) :: FLOAT -- e to that power",
        "log(value NUMBER) :: FLOAT -- the natural logarithm",
        "log10(value NUMBER) :: FLOAT -- the logarithm to base 10",
        "pow(base NUMBER, exponent NUMBER) :: FLOAT -- base to that power",
        "sqrt(value NUMBER) :: FLOAT -- the square root",
        "acos(value NUMBER) :: FLOAT -- the arc cosine in radians",
        "asin(value NUMBER) :: FLOAT -- the arc sine in radians",
        "atan(value NUMBER) :: FLOAT -- the arc tangent in radians",
        "atan2(y NUMBER, x NUMBER) :: FLOAT -- the angle of a point in radians",
        "cos(radians NUMBER) :: FLOAT -- the cosine",
        "cosh(value NUMBER) :: FLOAT -- the hyperbolic cosine",
        "cot(radians NUMBER) :: FLOAT -- the cotangent",
        "coth(value NUMBER) :: FLOAT -- the hyperbolic cotangent",
        "degrees(radians NUMBER) :: FLOAT -- radians to degrees",
        "haversin(radians NUMBER) :: FLOAT -- half the versine",
        "pi() :: FLOAT -- the number pi",
        "radians(degrees NUMBER) :: FLOAT -- degrees to radians",
        "sin(radians NUMBER) :: FLOAT -- the sine",
        "sinh(value NUMBER) :: FLOAT -- the hyperbolic sine",
        "tan(radians NUMBER) :: FLOAT -- the tangent",
        "tanh(value NUMBER) :: FLOAT -- the hyperbolic tangent",
        "date([value STRING|MAP|DATE|LOCAL_DATETIME|ZONED_DATETIME]) :: DATE -- a date from text, parts or an instant",
        "date.transaction([timezone STRING]) :: DATE -- the date when the transaction began",
        "date.statement([timezone STRING]) :: DATE -- the date when the statement began",
        "date.realtime([timezone STRING]) :: DATE -- the date now",
        "date.truncate(unit STRING, [value DATE|LOCAL_DATETIME|ZONED_DATETIME], [fields MAP]) :: DATE"
                + " -- the start of the unit",
        "datetime([value STRING|MAP|DATE|LOCAL_DATETIME|ZONED_DATETIME]) :: ZONED_DATETIME"
                + " -- a date and time with a zone",
        "datetime.transaction([timezone STRING]) :: ZONED_DATETIME -- when the transaction began",
        "datetime.statement([timezone STRING]) :: ZONED_DATETIME -- when the statement began",
        "datetime.realtime([timezone STRING]) :: ZONED_DATETIME -- now",
        "datetime.fromEpoch(seconds NUMBER, nanoseconds NUMBER) :: ZONED_DATETIME -- from seconds since 1970 UTC",
        "datetime.fromEpochMillis(milliseconds NUMBER) :: ZONED_DATETIME -- from milliseconds since 1970 UTC",
        "datetime.truncate(unit STRING, [value DATE|LOCAL_DATETIME|ZONED_DATETIME], [fields MAP]) :: ZONED_DATETIME"
                + " -- the start of the unit",
        "localdatetime([value STRING|MAP|DATE|LOCAL_DATETIME|ZONED_DATETIME]) :: LOCAL_DATETIME"
                + " -- a date and time without a zone",
        "localdatetime.transaction([timezone STRING]) :: LOCAL_DATETIME -- when the transaction began",
        "localdatetime.statement([timezone STRING]) :: LOCAL_DATETIME -- when the statement began",
        "localdatetime.realtime([timezone STRING]) :: LOCAL_DATETIME -- now",
        "localdatetime.truncate(unit STRING, [value DATE|LOCAL_DATETIME|ZONED_DATETIME], [fields MAP])"
                + " :: LOCAL_DATETIME -- the start of the unit",
        "localtime([value STRING|MAP|LOCAL_TIME|TIME|LOCAL_DATETIME|ZONED_DATETIME]) :: LOCAL_TIME"
                + " -- a time of day without a zone",
        "localtime.transaction([timezone STRING]) :: LOCAL_TIME -- when the transaction began",
        "localtime.statement([timezone STRING]) :: LOCAL_TIME -- when the statement began",
        "localtime.realtime([timezone STRING]) :: LOCAL_TIME -- now",
        "localtime.truncate(unit STRING, [value LOCAL_TIME|TIME|LOCAL_DATETIME|ZONED_DATETIME], [fields MAP])"
                + " :: LOCAL_TIME -- the start of the unit",
        "time([value STRING|MAP|LOCAL_TIME|TIME|LOCAL_DATETIME|ZONED_DATETIME]) :: TIME"
                + " -- a time of day with an offset",
        "time.transaction([timezone STRING]) :: TIME -- when the transaction began",
        "time.statement([timezone STRING]) :: TIME -- when the statement began",
        "time.realtime([timezone STRING]) :: TIME -- now",
        "time.truncate(unit STRING, [value LOCAL_TIME|TIME|LOCAL_DATETIME|ZONED_DATETIME], [fields MAP]) :: TIME"
                + " -- the start of the unit",
        "duration(value STRING|MAP|DURATION) :: DURATION -- a duration from ISO 8601 text or parts",
        "duration.between(from DATE|LOCAL_TIME|TIME|LOCAL_DATETIME|ZONED_DATETIME,"
                + " to DATE|LOCAL_TIME|TIME|LOCAL_DATETIME|ZONED_DATETIME) :: DURATION"
                + " -- in months, days and seconds",
        "duration.inMonths(from DATE|LOCAL_TIME|TIME|LOCAL_DATETIME|ZONED_DATETIME,"
                + " to DATE|LOCAL_TIME|TIME|LOCAL_DATETIME|ZONED_DATETIME) :: DURATION -- in whole months",
        "duration.inDays(from DATE|LOCAL_TIME|TIME|LOCAL_DATETIME|ZONED_DATETIME,"
                + " to DATE|LOCAL_TIME|TIME|LOCAL_DATETIME|ZONED_DATETIME) :: DURATION -- in whole days",
        "duration.inSeconds(from DATE|LOCAL_TIME|TIME|LOCAL_DATETIME|ZONED_DATETIME,"
                + " to DATE|LOCAL_TIME|TIME|LOCAL_DATETIME|ZONED_DATETIME) :: DURATION -- in seconds",
        "point(coordinates MAP) :: POINT -- from x, y (and z), or longitude, latitude (and height)",
        "point.distance(from POINT, to POINT) :: FLOAT -- the distance, in metres on the globe",
        "point.withinBBox(point POINT, lowerLeft POINT, upperRight POINT) :: BOOLEAN -- whether it is in the box",
        "vector.similarity.cosine(a LIST<NUMBER>, b LIST<NUMBER>) :: FLOAT"
                + " -- from 1 (same direction) to 0 (opposite)",
        "vector.similarity.euclidean(a LIST<NUMBER>, b LIST<NUMBER>) :: FLOAT"
                + " -- from 1 (same place) towards 0 (far apart)",
    };
}
