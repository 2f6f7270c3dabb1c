package org.thetisdb.cypher.parse;

import java.util.Locale;
import java.util.Optional;

/** What to write instead of words and functions of other query languages. */
public final class ForeignWords {
    private ForeignWords() {}

    /** For a word where no word of Cypher can be; empty if it is of no language that we know. */
    public static Optional<String> insteadOfWord(String word) {
        return Optional.ofNullable(
                switch (word.toUpperCase(Locale.ROOT)) {
                    case "SELECT" ->
                        "Cypher says first what to find, then what to return: MATCH (n:Label) RETURN n.key";
                    case "INSERT" -> "new nodes are made by CREATE (:Label {key: value})";
                    case "UPDATE" -> "what is there is changed by MATCH (n:Label) SET n.key = value";
                    case "UPSERT" -> "what may be there is found or made by MERGE (n:Label {key: value})";
                    case "LET" -> "a value gets a name by WITH *, value AS name";
                    case "FILTER" -> "rows are filtered by WITH * WHERE condition";
                    case "FOR" -> "a list becomes rows by UNWIND list AS name";
                    case "FROM", "TABLE" -> "there are no tables; find nodes by MATCH (n:Label)";
                    case "JOIN", "INNER", "LEFT", "RIGHT" ->
                        "what belongs together is found by a pattern: MATCH (a)-[:TYPE]->(b)";
                    case "GROUP" -> "rows are grouped by what is beside the aggregates in RETURN; leave GROUP BY out";
                    case "HAVING" -> "groups are filtered by WITH key, count(*) AS count WHERE count > 1";
                    case "LIKE", "ILIKE", "RLIKE", "REGEXP" ->
                        "texts are tested by CONTAINS, STARTS WITH, ENDS WITH, or =~ with a regular expression";
                    case "BETWEEN" -> "a range is tested by 1 <= x <= 5";
                    case "EXCEPT", "INTERSECT", "MINUS" -> "write WHERE EXISTS { … } or WHERE NOT EXISTS { … }";
                    case "TRUNCATE" -> "all is deleted by MATCH (n) DETACH DELETE n";
                    case "TOP", "FETCH" -> "the first rows are taken by LIMIT number, after RETURN";
                    case "NULLS" -> "null is the largest value: it comes last, and first with DESC";
                    case "MOD" -> "the remainder is x % y";
                    case "DIV" -> "INTEGERs are divided by x / y, which gives an INTEGER";
                    case "NEXT" -> "rows are passed on by WITH";
                    case "FINISH" -> "a query that writes needs no last clause";
                    case "BEGIN", "START", "COMMIT", "ROLLBACK" ->
                        "a transaction is .begin, .commit and .rollback on the prompt, beginTransaction() in a program";
                    case "ALTER" -> "nothing is declared: labels, types and properties come to be with the data";
                    case "DESCRIBE" -> "CALL db.labels() and, on the prompt, .schema show what there is";
                    case "GRANT", "REVOKE", "USER", "ROLE" ->
                        "there are no users; whoever may read the directory may read everything";
                    case "DATABASE", "GRAPH", "SCHEMA" ->
                        "a database is a directory: thetis create DIRECTORY, or .open on the prompt";
                    case "VIEW" -> "there are no views; a query may be put in CALL { }";
                    case "G" -> "Gremlin is not spoken here; write MATCH (n:Label)-[:TYPE]->(m) RETURN m";
                    default -> null;
                });
    }

    /** For a function that does not exist here; empty if it is of no language that we know. */
    public static Optional<String> insteadOfFunction(String name) {
        return Optional.ofNullable(
                switch (name.toUpperCase(Locale.ROOT)) {
                    case "NOW", "CURRENT_TIMESTAMP", "GETDATE", "SYSDATE" -> "datetime()";
                    case "CURRENT_DATE", "CURDATE", "TODAY" -> "date()";
                    case "CURRENT_TIME", "CURTIME" -> "time()";
                    case "LEN", "STRLEN" -> "size(text)";
                    case "UCASE" -> "toUpper(text)";
                    case "LCASE" -> "toLower(text)";
                    case "SUBSTR", "MID" -> "substring(text, start, length), which counts from 0";
                    case "CONCAT" -> "the operator + between texts or lists";
                    case "IFNULL", "NVL", "ISNULL" -> "coalesce(value, otherwise)";
                    case "IF", "IIF", "DECODE" -> "CASE WHEN condition THEN value ELSE otherwise END";
                    case "CAST", "CONVERT" -> "toInteger(), toFloat(), toString(), toBoolean() or date()";
                    case "MOD" -> "the operator %, as in 7 % 2";
                    case "GROUP_CONCAT", "STRING_AGG", "ARRAY_AGG", "LISTAGG" -> "collect(value)";
                    case "MEDIAN" -> "percentileCont(value, 0.5)";
                    case "UUID", "NEWID" -> "randomUUID()";
                    case "REGEXP_MATCH", "REGEXP_LIKE" -> "the operator =~";
                    case "STR", "TO_CHAR" -> "toString(value)";
                    case "INT" -> "toInteger(value)";
                    case "TODATE", "TO_DATE" -> "date('2020-01-31')";
                    case "DATEDIFF" -> "duration.inDays(from, to), or duration.between(from, to)";
                    case "DATEADD", "DATE_ADD" -> "the operator +, as in date() + duration({days: 1})";
                    case "EXTRACT", "DATEPART" -> "the parts of a value, as in date().year";
                    case "ARRAY_LENGTH", "CARDINALITY" -> "size(list)";
                    default -> null;
                });
    }
}
