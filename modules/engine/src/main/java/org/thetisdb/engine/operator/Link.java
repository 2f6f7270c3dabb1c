package org.thetisdb.engine.operator;

/**
 * What is between the source and the sink of a {@link Pipeline}: a stage, or the place where rows pass to another
 * operator.
 */
public sealed interface Link permits StageSpec, Output {}
