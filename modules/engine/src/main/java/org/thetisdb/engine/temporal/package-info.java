/**
 * Dates, times and instants: their parts, their texts, and kernels over columns of them.
 *
 * <pre>
 *   text ──► TemporalParser ──► java.time values, IsoDuration
 *   map  ──► TemporalFields ──► the same, of year, month, week, day …       TemporalTruncation: to a unit's start
 *   value ─► Components     ──► one part: .year, .epochMillis …             TemporalKernels: for whole columns
 *                                                                           LocalSeconds: what their clocks showed
 *                                                                           CalendarSpan: the week, month, … of a day
 *                                                                           DaySpans: of the days of a batch
 * </pre>
 *
 * <p>Invariants: the parts that a kernel gives are those that {@code Components} gives for the boxed value; what
 * java.time says about a date that does not exist is reworded ({@code TemporalReason}).
 *
 * <p>Threads: stateless; all may be shared.
 */
package org.thetisdb.engine.temporal;
