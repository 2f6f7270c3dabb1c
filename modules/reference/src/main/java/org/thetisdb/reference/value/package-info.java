/**
 * How values compare and combine: whether they are equal, which is less, which comes first, what adding gives.
 *
 * <pre>
 *   a = b, a IN list           Equality        true, false or null
 *   a &lt; b                      Comparability   true, false or null; only what is alike can be compared
 *   ORDER BY, min, max         Ordering        total: any two values, null last
 *   DISTINCT, groups, UNION    GroupKey        null is null, NaN is NaN, 1 is 1.0
 *   a + b, a / b               Operators       exact, or an error
 *   SET n.key = a              Storable        what a property can hold
 *   a IS :: TYPE, valueType()  ValueTypes
 * </pre>
 *
 * <p>Invariants: a value is of a class that {@code org.thetisdb.value} lists, or null, or a {@link
 * org.thetisdb.reference.graph.ReferenceNode}, {@link org.thetisdb.reference.graph.ReferenceRelationship} or {@link
 * org.thetisdb.reference.graph.ReferencePath}; nothing here changes one.
 *
 * <p>Threads: all is stateless.
 */
package org.thetisdb.reference.value;
