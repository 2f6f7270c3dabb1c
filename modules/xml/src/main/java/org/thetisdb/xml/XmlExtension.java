package org.thetisdb.xml;

/**
 * The functions, aggregates and procedures for XML and JSON, for a program that wants them in its database:
 *
 * <pre>
 *   database.extend("xml").classes(XmlExtension.classes()).register();
 * </pre>
 *
 * <p>Stateless.
 */
public final class XmlExtension {
    private XmlExtension() {}

    /** {@return all classes of the extension} */
    public static Class<?>[] classes() {
        return new Class<?>[] {
            XmlFunctions.class,
            XmlProcedures.class,
            XmlDocument.class,
            JsonFunctions.class,
            JsonProcedures.class,
            JsonDocument.class
        };
    }
}
