package org.thetisdb.engine.run;

/**
 * A pipeline of a compiled plan.
 *
 * @param source gives its rows
 * @param stages makes a worker's chain of stages
 */
record Pipeline(Source source, Stage.Factory stages) {}
