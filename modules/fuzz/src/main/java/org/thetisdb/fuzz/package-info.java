/**
 * The command {@code ./thetis fuzz} and what it runs.
 *
 * <p>Threads: see each class.
 */
package org.thetisdb.fuzz;
