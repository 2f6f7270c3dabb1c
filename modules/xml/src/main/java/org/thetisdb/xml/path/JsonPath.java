package org.thetisdb.xml.path;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.xml.document.Checkpoints;
import org.thetisdb.xml.document.DocumentException;

/** A path through JSON, ready to be evaluated. Immutable. */
public final class JsonPath {
    private final String text;
    private final PathQuery query;

    private JsonPath(String text, PathQuery query) {
        this.text = text;
        this.query = query;
    }

    /**
     * Makes one of its text.
     *
     * @throws DocumentException that tells what is wrong, and where
     */
    public static JsonPath compile(String text) {
        return new JsonPath(text, PathReader.read(text));
    }

    /** All values that it finds. */
    public List<@Nullable Object> values(@Nullable Object document, Checkpoints checkpoints) {
        List<@Nullable Object> values = new ArrayList<>();
        for (PathNode each : new Evaluator(document, checkpoints).find(query)) {
            values.add(each.value());
        }
        return values;
    }

    /** The one value that it finds, or null; an error if there are several. */
    public @Nullable Object value(@Nullable Object document, Checkpoints checkpoints) {
        List<@Nullable Object> values = values(document, checkpoints);
        if (values.size() > 1) {
            throw new DocumentException("the path finds more than one value: path=" + text + ", found=" + values.size()
                    + "; take one of them, or all by json.values");
        }
        return values.isEmpty() ? null : values.getFirst();
    }

    /** Where it finds something, as normalized paths. */
    public List<String> paths(@Nullable Object document, Checkpoints checkpoints) {
        return new Evaluator(document, checkpoints)
                .find(query).stream().map(PathNode::path).toList();
    }
}
