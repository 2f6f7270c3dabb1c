package org.thetisdb.postgresql.sql;

import java.util.Optional;
import java.util.OptionalInt;
import org.thetisdb.postgresql.text.Token;
import org.thetisdb.postgresql.type.PgType;

/**
 * An expression of SQL as one of Cypher.
 *
 * @param cypher the expression, in parentheses where it needs them
 * @param type its type; UNKNOWN of a literal or parameter that has none yet
 * @param literal the text, of a literal that has no type yet
 * @param parameter which parameter it is, from 0, if it has no type yet
 */
record Expr(String cypher, PgType type, Optional<Token> literal, OptionalInt parameter) {
    static Expr of(String cypher, PgType type) {
        return new Expr(cypher, type, Optional.empty(), OptionalInt.empty());
    }

    boolean isUnknown() {
        return type == PgType.UNKNOWN;
    }
}
