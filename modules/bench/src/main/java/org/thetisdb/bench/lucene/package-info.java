/**
 * Queries to one Lucene index through several directories: {@code ./thetis bench lucene}.
 *
 * <pre>
 *   LuceneRun -- once --> IndexBuilder                an index of generated documents, and a small one to warm up with
 *       |
 *       |-- rounds A B C D, D C B A, … of LuceneChild, a JVM for each directory: resident; limited; cold
 *       |        |  DirectoryKind --> mmap, niofs, direct, thetis
 *       |        |  Question      --> term, phrase, range, sort, knn
 *       |        v
 *       |   a file of lines: question, round, microseconds, digest of all answers
 *       v
 *   LuceneReport
 * </pre>
 *
 * <p>Invariants: all directories are asked the same questions in the same order, and a report is made only of answers
 * that agree; in a control group all have the same bytes, heap and pages of files together.
 *
 * <p>Threads: one; each query runs in the thread that asks.
 */
@NullMarked
package org.thetisdb.bench.lucene;

import org.jspecify.annotations.NullMarked;
