/**
 * Cypher's functions over boxed values, one value at a time: strings, numbers, conversions, temporal values, durations
 * and points, with their components, their arithmetic and their order.
 *
 * <pre>
 *   FunctionLibrary ──► TextFunctions · NumberFunctions · ConversionFunctions · PointFunctions · VectorFunctions
 *          ├──────────► TemporalFunctions ──► TemporalText    from text
 *          │                 │                TemporalFields  from maps: DateFields, TimeFields
 *          │                 │                Truncation
 *          │                 └──────────────► DurationFunctions, DurationBetween
 *          ├──────────► Components            value.key
 *          └──────────► DurationArithmetic    + - * /
 *   TemporalOrder                             equality, comparison, order, keys
 * </pre>
 *
 * <p>Invariants: what openCypher's improvement proposal on temporal values and its test kit specify
 * holds; where they leave a choice, the method that chooses says so. Null in, null out, for every function but
 * those whose name says otherwise. A FLOAT that scales a duration or is rounded stands for the decimal number that
 * is printed for it, and all arithmetic with it is exact.
 *
 * <p>Threads: values are immutable; a library belongs to the thread that its source of random numbers belongs to.
 */
package org.thetisdb.reference.function;
