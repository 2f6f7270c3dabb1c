package org.thetisdb.xml;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.extension.CallContext;
import org.thetisdb.extension.ScalarFunction;
import org.thetisdb.xml.document.Checkpoints;
import org.thetisdb.xml.document.DocumentException;
import org.thetisdb.xml.json.JsonOutput;
import org.thetisdb.xml.json.JsonText;

/** Functions of JSON: a document is its text, or a map or list that it was made of. Thread safe. */
public final class JsonFunctions {
    private JsonFunctions() {}

    /** {@return the value of a text; null is null} */
    @ScalarFunction(name = "json.parse", description = "The value of a JSON text.")
    public static @Nullable Object parse(CallContext context, String text) {
        return JsonText.read(text, new Checkpoints(context));
    }

    /** {@return the text of a value, on one line} */
    @ScalarFunction(name = "json.text", description = "A value as JSON.")
    public static String text(@Nullable Object value) {
        return JsonOutput.text(value);
    }

    /** {@return whether the other functions can read the text} */
    @ScalarFunction(name = "json.isValid", description = "Whether the text is JSON.")
    public static boolean isValid(CallContext context, String text) {
        try {
            JsonText.read(text, new Checkpoints(context));
            return true;
        } catch (DocumentException invalid) {
            return false;
        }
    }

    /** {@return the one value that a path finds; null if it finds none} */
    @ScalarFunction(name = "json.value", description = "The one value that a JSONPath finds in a document, or null.")
    public static @Nullable Object value(CallContext context, Object document, String path) {
        Checkpoints checkpoints = new Checkpoints(context);
        return Engines.jsonPath(path).value(JsonText.document(document, checkpoints), checkpoints);
    }

    /** {@return all values that a path finds} */
    @ScalarFunction(name = "json.values", description = "All values that a JSONPath finds in a document.")
    public static List<@Nullable Object> values(CallContext context, Object document, String path) {
        Checkpoints checkpoints = new Checkpoints(context);
        return Engines.jsonPath(path).values(JsonText.document(document, checkpoints), checkpoints);
    }

    /** {@return where a path finds something, as normalized paths} */
    @ScalarFunction(name = "json.paths", description = "The normalized paths of all that a JSONPath finds.")
    public static List<String> paths(CallContext context, Object document, String path) {
        Checkpoints checkpoints = new Checkpoints(context);
        return Engines.jsonPath(path).paths(JsonText.document(document, checkpoints), checkpoints);
    }
}
