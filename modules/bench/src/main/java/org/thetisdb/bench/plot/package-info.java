/**
 * Plots of a run's numbers as SVG, by our own hand: bars beside each other, and lines.
 *
 * <pre>
 *   Chart (title, axes, series) ──▶ AxisScale: from values to the length of an axis ──▶ SvgChart ──▶ an SVG file
 * </pre>
 *
 * <p>Invariants: axes are labelled with their units; a plot has a background of its own and two sets of colours, so it
 * can be read where the rest is light and where it is dark; what is not a number is left out.
 *
 * <p>Threads: everything is immutable, but for an {@code SvgChart} while it draws, which belongs to one thread.
 */
@NullMarked
package org.thetisdb.bench.plot;

import org.jspecify.annotations.NullMarked;
