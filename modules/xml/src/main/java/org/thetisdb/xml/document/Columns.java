package org.thetisdb.xml.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table: a map from names to paths, of which a row is a map of the same names, or a list of paths, of
 * which a row is a list. Immutable.
 *
 * @param <P> a path that is ready to be evaluated
 */
public final class Columns<P> {
    private final List<String> names;
    private final List<P> paths;

    private Columns(List<String> names, List<P> paths) {
        this.names = names;
        this.paths = paths;
    }

    /**
     * Reads the argument.
     *
     * @param given as the query gave it
     * @param compiler makes a path of its text
     */
    public static <P> Columns<P> of(Object given, Function<String, P> compiler) {
        List<String> names = new ArrayList<>();
        List<P> paths = new ArrayList<>();
        switch (given) {
            case Map<?, ?> map ->
                map.forEach((name, path) -> {
                    names.add(String.valueOf(name));
                    paths.add(compiler.apply(text(path)));
                });
            case List<?> list -> list.forEach(path -> paths.add(compiler.apply(text(path))));
            default -> throw wrong(given);
        }
        if (paths.isEmpty()) {
            throw wrong(given);
        }
        return new Columns<>(names, paths);
    }

    private static String text(@Nullable Object path) {
        if (path instanceof String text) {
            return text;
        }
        throw new DocumentException("the path of a column is a STRING: path=" + path);
    }

    private static DocumentException wrong(Object given) {
        return new DocumentException(
                "the columns are a map from names to paths, or a list of paths, with at least one: columns=" + given);
    }

    /** The value of a row. */
    public Object row(Function<P, @Nullable Object> evaluator) {
        if (names.isEmpty()) {
            List<@Nullable Object> row = new ArrayList<>(paths.size());
            for (P path : paths) {
                row.add(evaluator.apply(path));
            }
            return row;
        }
        Map<String, @Nullable Object> row = LinkedHashMap.newLinkedHashMap(names.size());
        for (int index = 0; index < names.size(); index++) {
            row.put(names.get(index), evaluator.apply(paths.get(index)));
        }
        return row;
    }
}
