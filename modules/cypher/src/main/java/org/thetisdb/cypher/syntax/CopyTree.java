package org.thetisdb.cypher.syntax;

import java.util.List;
import java.util.Optional;

/**
 * {@code COPY}: a query's rows into a file, or a file's rows into the graph. It is not a query but is run as
 * queries.
 */
public sealed interface CopyTree extends Statement.Body {
    int offset();

    /** A string or a parameter. */
    ExpressionTree file();

    Options options();

    /**
     * {@code COPY (MATCH … RETURN …) TO 'file.csv'}.
     *
     * @param start where the query begins in the text
     * @param end where it ends
     */
    record FromQuery(int offset, int start, int end, ExpressionTree file, Options options) implements CopyTree {}

    /** {@code COPY Person:Actor FROM 'file.csv'}. */
    record IntoNodes(int offset, List<String> labels, ExpressionTree file, Options options) implements CopyTree {}

    /** {@code COPY FROM 'file.jsonl'}: whole nodes and relationships, as COPY writes them. */
    record IntoGraph(int offset, ExpressionTree file, Options options) implements CopyTree {}

    /** {@code COPY (:Person {id: a})-[:KNOWS]->(:Person {id: b}) FROM 'file.csv'}. */
    record IntoRelationships(int offset, End start, String type, End end, ExpressionTree file, Options options)
            implements CopyTree {}

    /**
     * A node that a relationship begins or ends at: the one with the labels whose property {@code key} has the value
     * in the column.
     */
    record End(List<String> labels, String key, String column) {}

    /** What a file holds. */
    enum Format {
        CSV,
        /** An object of JSON on each line. */
        JSON_LINES
    }

    /**
     * The options in parentheses after the file.
     *
     * @param header whether the first line names the columns
     * @param delimiter one ASCII character between fields
     * @param format empty if the file's name says
     * @param overwrite whether a file that exists is replaced
     * @param types writing: whether the file says of its values what they are, where their texts alone do not; reading:
     *     whether columns of CSV that do not say get a type by their values
     * @param columns what the columns are instead of what the header says, each {@code name} or {@code name:type}
     */
    record Options(
            boolean header,
            char delimiter,
            Optional<Format> format,
            boolean overwrite,
            boolean types,
            List<String> columns) {}
}
