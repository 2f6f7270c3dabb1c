package org.thetisdb.engine.pipeline;

/**
 * A pipeline of a compiled plan.
 *
 * @param source gives its rows
 * @param stages makes a worker's chain of stages
 */
public record Pipeline(Source source, Stage.Factory stages) {}
