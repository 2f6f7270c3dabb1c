/**
 * The command {@code ./thetis fuzz} and what it runs.
 *
 * <p>Threads: stated by each class.
 */
package org.thetisdb.fuzz;
