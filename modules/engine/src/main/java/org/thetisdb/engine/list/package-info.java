/**
 * The evaluators of expressions over lists, which see the elements of a batch's lists as rows of batches of their own.
 *
 * <pre>
 *   [x IN list WHERE … | …], size of it, all(…):  LambdaEvaluator: the lists of a batch laid end to end, in pieces
 *                                                   └─► RowList: what a row gets of it
 *   reduce(…):                                    ReduceEvaluator: the k-th elements of all lists, step by step
 *   list[index]:                                  SubscriptEvaluator: an entry copied from where it lies
 * </pre>
 *
 * <p>Invariants: elements of lists of one kind are never boxed on their way into a batch; what a piece takes is
 * bounded, however long lists and elements are.
 *
 * <p>Threads: an evaluator keeps scratch vectors and belongs to one worker.
 */
package org.thetisdb.engine.list;
