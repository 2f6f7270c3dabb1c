package org.thetisdb.extension;

import java.util.regex.Pattern;

/** What tools that make extensions and databases that take them in have to agree on. Stateless. */
public final class ExtensionFormat {
    /** The entry of a jar that names the classes that have functions, a line each; by the annotation processor. */
    public static final String DESCRIPTOR = "META-INF/thetis/extension";

    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{Nd}_]*(\\.[\\p{L}_][\\p{L}\\p{Nd}_]*)+");

    private ExtensionFormat() {}

    /**
     * {@return whether a function may have that name: words of letters, digits and _, with dots between}
     *
     * @param name with its namespace, such as {@code text.shout}
     */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }
}
