/**
 * The formats of {@code --format}: rows as tables for people and as text for programs.
 *
 * <pre>
 *   RowFormats.of(name) ──► TableFormat (table, box, markdown) ──► TableFit: what fits the terminal
 *                     ├──► LineFormat, HtmlFormat
 *                     └──► CsvFormat, TabsFormat, JsonFormat, InsertFormat
 *   ResultLayout: widths, text of null, how many rows
 * </pre>
 *
 * <p>Invariants: a format for programs writes every value, whole, and nothing else. A new format is one class here and
 * one line in {@code RowFormats}.
 *
 * <p>Threads: a format writes one result, on one thread.
 */
package org.thetisdb.shell.format;
