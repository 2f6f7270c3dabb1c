package org.thetisdb.cypher.syntax;

import java.util.List;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.syntax.Clause.Identifier;

/**
 * A label expression as written.
 *
 * @param expression what it says
 * @param names each label or type in it, with its place
 */
public record LabelTree(LabelExpression expression, List<Identifier> names) {}
