package org.thetisdb.postgresql.statement;

/**
 * How COPY writes rows.
 *
 * @param csv or text
 * @param header whether a line of names comes first
 * @param delimiter between values
 * @param nullText for a value that is not there
 * @param quote of csv
 * @param escape of csv, in front of a quote inside
 */
public record CopyOptions(boolean csv, boolean header, char delimiter, String nullText, char quote, char escape) {}
