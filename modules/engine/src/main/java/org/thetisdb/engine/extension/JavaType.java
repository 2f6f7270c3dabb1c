package org.thetisdb.engine.extension;

import java.lang.invoke.MethodType;
import org.thetisdb.cypher.bound.CypherType;

/**
 * The type of a parameter or result, as Java and as Cypher have it.
 *
 * @param javaClass as declared
 * @param form how values of it are handed over
 * @param type what it is in Cypher
 */
record JavaType(Class<?> javaClass, JavaForm form, CypherType type) {
    /** The class of single values. */
    Class<?> boxedClass() {
        return MethodType.methodType(javaClass).wrap().returnType();
    }
}
