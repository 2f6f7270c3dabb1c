package org.thetisdb.fuzz.generate;

import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.List;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

/** Makes strings. One thread. */
final class TextGenerator {
    private static final List<Sort> PRINTED =
            List.of(Sort.INTEGER, Sort.FLOAT, Sort.BOOLEAN, Sort.DATE, Sort.LOCAL_TIME, Sort.LOCAL_DATETIME);

    private final Chance chance;
    private final ExpressionGenerator expressions;

    TextGenerator(Workshop workshop, ExpressionGenerator expressions) {
        this.chance = workshop.chance;
        this.expressions = expressions;
    }

    Piece of(Scope scope, int depth) {
        int less = depth - 1;
        return switch (chance.below(12)) {
            case 0, 1 -> phrase(Sort.STRING, "(", text(scope, less), " + ", text(scope, less), ")");
            case 2 ->
                phrase(Sort.STRING, "substring(", text(scope, less), ", ", chance.of("0", "1", "2, 1", "0, 2"), ")");
            case 3 ->
                phrase(
                        Sort.STRING,
                        chance.of("left(", "right("),
                        text(scope, less),
                        ", ",
                        chance.of("0", "1", "3"),
                        ")");
            case 4 ->
                phrase(Sort.STRING, chance.of("toUpper(", "toLower(", "trim(", "reverse("), text(scope, less), ")");
            case 5 ->
                phrase(Sort.STRING, "replace(", text(scope, less), ", ", text(scope, 0), ", ", text(scope, 0), ")");
            case 6, 7 -> phrase(Sort.STRING, "toString(", expressions.of(chance.of(PRINTED), scope, less), ")");
            case 8 -> phrase(Sort.STRING, "valueType(", expressions.of(Sort.ANY, scope, less), ")");
            case 9 -> typeOf(scope, less);
            case 10 -> phrase(Sort.STRING, "head(", expressions.of(Sort.STRING_LIST, scope, less), ")");
            default -> phrase(Sort.STRING, chance.of("ltrim(", "rtrim(", "btrim("), text(scope, less), ")");
        };
    }

    private Piece text(Scope scope, int depth) {
        return expressions.of(Sort.STRING, scope, depth);
    }

    private Piece typeOf(Scope scope, int depth) {
        List<Scope.Name> relationships = scope.of(Sort.RELATIONSHIP);
        return relationships.isEmpty()
                ? phrase(Sort.STRING, "toStringOrNull(", expressions.of(Sort.ANY, scope, depth), ")")
                : phrase(Sort.STRING, "type(" + chance.of(relationships).text() + ")");
    }
}
