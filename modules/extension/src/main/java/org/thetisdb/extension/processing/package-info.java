/**
 * Looks at extensions while they are compiled.
 *
 * <pre>
 *   javac ──annotated classes and methods──► ExtensionProcessor ──► errors at their places
 *                                                     └──► META-INF/thetis/extension: the classes, a line each
 * </pre>
 *
 * <p>Invariants: what compiles without an error can be deployed, as far as its shape says; a jar with the file is not
 * searched when a database is opened.
 *
 * <p>Threads: the compiler's.
 */
package org.thetisdb.extension.processing;
