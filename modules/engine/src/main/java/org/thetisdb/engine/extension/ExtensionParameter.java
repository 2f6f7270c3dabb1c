package org.thetisdb.engine.extension;

/**
 * A parameter of an extension's function, aggregate or procedure.
 *
 * @param name for users
 * @param type of its values
 * @param takesNull whether it sees null; for any other, nothing is called
 */
record ExtensionParameter(String name, JavaType type, boolean takesNull) {}
