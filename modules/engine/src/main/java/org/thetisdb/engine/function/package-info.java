/**
 * Functions by name. Only {@link org.thetisdb.engine.function.FunctionTable} is seen from outside.
 *
 * <pre>
 *   a call ──► FunctionTable ──► a kernel, where one exists (id, startNode, date …)
 *                    ▲       └─► BoxedEvaluator over a definition
 *            FunctionDefinitions ◄── ScalarFunctions, ConversionFunctions, StringFunctions,
 *                                    MathFunctions, TemporalFunctions, SpatialFunctions,
 *                                    VectorFunctions
 * </pre>
 *
 * <p>Invariants: every name of {@code FunctionCatalog} has a definition here (a test compares them); null in gives null
 * out unless the definition says that it sees nulls.
 *
 * <p>Threads: definitions are stateless and shared; the evaluators made of them belong to one worker.
 */
package org.thetisdb.engine.function;
