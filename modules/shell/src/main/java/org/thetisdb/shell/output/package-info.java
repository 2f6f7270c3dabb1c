/**
 * Text on its way to people: the streams, the line of progress, and how numbers and values are shown.
 *
 * <pre>
 *   Figures, CellText ──► ProgressLine ──► Output ──► standard output or error, as UTF-8
 * </pre>
 *
 * <p>Invariants: nothing is written to a stream but through its {@code Output}. What is shown is as wide as
 * {@code CellText} says.
 *
 * <p>Threads: an output belongs to one thread at a time; a line of progress may be shown by several.
 */
package org.thetisdb.shell.output;
