/**
 * The evaluators of operators: a loop over arrays for each operator and pair of kinds, and the rules for the rest.
 *
 * <pre>
 *   evaluator of two operands:  kinds known and equal ──► a loop over their arrays
 *                               anything else         ──► boxed values: ValueSemantics, ArithmeticRules
 *   AND, OR, CASE, coalesce:    SelectedRows, the rows that are still undecided, gathered column by column
 *   abs, sqrt, round, …, minus:  NumberEvaluator: a loop of a block, if no value of the batch is doubtful
 *   conditions:                 ConjunctionPredicate: conjuncts one after another on the rows that are left
 *     of narrow columns:        RangeCondition: bits from the column's codes (RowBits), before any is unpacked
 *     of few values:            CodeCondition: a condition once for each different value of a chunk, then by codes
 *   what a column is asked:     ColumnProperty: conditions, totals, codes
 *   strings of a dictionary:    CodedTruths: a condition once for each of them, then by the rows' codes
 *   texts and times:            parts, cases, lengths, splits, replacements, truncations, differences where values are
 *   what can fail:              PlacedEvaluator adds the expression's place in the text to an error
 * </pre>
 *
 * <p>Invariants: kernels on typed vectors allocate nothing per row; a kernel and the rule for boxed values agree on
 * every pair of values (tests compare them); only values of kind OBJECT and rare operators are boxed.
 *
 * <p>Threads: an evaluator keeps scratch vectors and belongs to one worker; rules are stateless.
 */
package org.thetisdb.engine.kernel;
