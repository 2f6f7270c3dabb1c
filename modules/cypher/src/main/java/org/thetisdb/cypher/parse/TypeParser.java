package org.thetisdb.cypher.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.ExpressionTree.TypeTree;
import org.thetisdb.value.ErrorCode;

/** Names of types, as in {@code x IS :: LIST<INTEGER> NOT NULL}. */
public final class TypeParser {
    private static final String[] NAMES = {
        "ANY", "BOOLEAN", "STRING", "INTEGER", "FLOAT", "DATE", "LOCAL TIME", "ZONED TIME", "LOCAL DATETIME",
        "ZONED DATETIME", "DURATION", "POINT", "NODE", "RELATIONSHIP", "PATH", "MAP", "LIST", "NULL"
    };

    private TypeParser() {}

    /** The names that a type may begin with. */
    public static List<String> names() {
        return List.of(NAMES);
    }

    /** The test whose {@code ::} or TYPED is next. */
    static ExpressionTree test(TokenCursor cursor, ExpressionTree value, int offset, boolean negated) {
        cursor.advance();
        List<TypeTree> types = new ArrayList<>(2);
        do {
            CypherType type = type(cursor);
            boolean notNull = cursor.acceptWords("NOT", "NULL") || cursor.accept(TokenKind.EXCLAMATION);
            types.add(new TypeTree(type, notNull));
        } while (cursor.accept(TokenKind.BAR));
        return new ExpressionTree.TypeTest(offset, value, types, negated);
    }

    /** As {@link #test}, for callers that do not need the types. */
    static void skip(TokenCursor cursor) {
        test(cursor, new ExpressionTree.Literal(cursor.offset(), Optional.empty()), cursor.offset(), false);
    }

    private static CypherType type(TokenCursor cursor) {
        if (cursor.acceptWord("LIST") || cursor.acceptWord("ARRAY")) {
            return list(cursor);
        }
        if (cursor.acceptWord("LOCAL")) {
            return CypherType.of(timeOrDatetime(cursor) ? CypherType.Kind.LOCAL_DATETIME : CypherType.Kind.LOCAL_TIME);
        }
        if (cursor.acceptWord("ZONED")) {
            return CypherType.of(timeOrDatetime(cursor) ? CypherType.Kind.ZONED_DATETIME : CypherType.Kind.TIME);
        }
        CypherType.Kind kind = simple(cursor);
        if (kind == null) {
            throw cursor.unexpectedWord("the name of a type, such as INTEGER or LIST<STRING>", NAMES);
        }
        cursor.advance();
        if (kind == CypherType.Kind.ANY) {
            cursor.acceptWord("VALUE");
        }
        return CypherType.of(kind);
    }

    private static boolean timeOrDatetime(TokenCursor cursor) {
        if (cursor.acceptWord("DATETIME")) {
            return true;
        }
        cursor.expectWord("TIME");
        return false;
    }

    private static CypherType list(TokenCursor cursor) {
        if (!cursor.accept(TokenKind.LESS)) {
            return CypherType.of(CypherType.Kind.LIST);
        }
        cursor.enter();
        CypherType element = type(cursor);
        cursor.leave();
        if (cursor.isWord("NOT")) {
            throw cursor.source()
                    .error(
                            ErrorCode.NOT_YET_SUPPORTED,
                            cursor.offset(),
                            "NOT NULL inside LIST< > is not supported yet; use all(x IN list WHERE x IS NOT NULL)");
        }
        cursor.expect(TokenKind.GREATER);
        return CypherType.listOf(element);
    }

    private static CypherType.@Nullable Kind simple(TokenCursor cursor) {
        if (cursor.isWord("BOOL") || cursor.isWord("BOOLEAN")) {
            return CypherType.Kind.BOOLEAN;
        }
        if (cursor.isWord("STRING") || cursor.isWord("VARCHAR")) {
            return CypherType.Kind.STRING;
        }
        if (cursor.isWord("INT") || cursor.isWord("INTEGER")) {
            return CypherType.Kind.INTEGER;
        }
        if (cursor.isWord("SIGNED") && cursor.isWord(1, "INTEGER")) {
            cursor.advance();
            return CypherType.Kind.INTEGER;
        }
        if (cursor.isWord("VERTEX")) {
            return CypherType.Kind.NODE;
        }
        if (cursor.isWord("EDGE")) {
            return CypherType.Kind.RELATIONSHIP;
        }
        return sameName(cursor);
    }

    private static CypherType.@Nullable Kind sameName(TokenCursor cursor) {
        CypherType.Kind[] kinds = {
            CypherType.Kind.FLOAT,
            CypherType.Kind.NUMBER,
            CypherType.Kind.DATE,
            CypherType.Kind.DURATION,
            CypherType.Kind.POINT,
            CypherType.Kind.NODE,
            CypherType.Kind.RELATIONSHIP,
            CypherType.Kind.PATH,
            CypherType.Kind.MAP,
            CypherType.Kind.NULL,
            CypherType.Kind.ANY
        };
        for (CypherType.Kind kind : kinds) {
            if (cursor.isWord(kind.name())) {
                return kind;
            }
        }
        return null;
    }
}
