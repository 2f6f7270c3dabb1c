package org.thetisdb.postgresql.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * SQL as the library's parser reads it best: literals are numbers in quotes, which stand for those of
 * {@link #literals}, operators have names, collations are left out. Knows where each word was. Immutable.
 *
 * @param text for the parser
 * @param literals what the quoted numbers stand for
 * @param starts where words begin in the new text, in order
 * @param origins where the same words began in the old one
 */
public record SqlText(String text, List<Token> literals, List<Integer> starts, List<Integer> origins) {
    private static final Map<String, String> OPERATORS =
            Map.of("~~", "LIKE", "~~*", "ILIKE", "!~~", "NOT LIKE", "!~~*", "NOT ILIKE");

    private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", ">", "<=", ">=", "::");

    /** Takes copies. */
    public SqlText {
        literals = List.copyOf(literals);
        starts = List.copyOf(starts);
        origins = List.copyOf(origins);
    }

    /** {@return a text of SQL for the parser} */
    public static SqlText of(String sql) {
        return new Rewriting(SqlLexer.tokens(sql), sql).run();
    }

    /** {@return where in the old text that is what is at a place of the new one} */
    public int origin(int place) {
        int best = 0;
        for (int index = 0; index < starts.size() && starts.get(index) <= place; index++) {
            best = origins.get(index);
        }
        return best;
    }

    /** One text's way. */
    private static final class Rewriting {
        private final List<Token> tokens;
        private final String sql;
        private final StringBuilder text = new StringBuilder();
        private final List<Token> literals = new ArrayList<>();
        private final List<Integer> starts = new ArrayList<>();
        private final List<Integer> origins = new ArrayList<>();
        private int at;

        /** Parentheses that close a test with EXISTS, round which there is another pair. */
        private final Set<Integer> wrapped = new HashSet<>();

        /** Parentheses that close a list of IN. */
        private final Set<Integer> closing = new HashSet<>();

        Rewriting(List<Token> tokens, String sql) {
            this.tokens = tokens;
            this.sql = sql;
        }

        SqlText run() {
            while (tokens.get(at).kind() != Token.Kind.END) {
                step();
            }
            return new SqlText(text.toString(), literals, starts, origins);
        }

        /** Whether a test stands beside an operator: the library's parser takes it for a whole condition only. */
        private boolean isOperand() {
            Token behind = tokens.get(Math.min(Token.closing(tokens, at + 1) + 1, tokens.size() - 1));
            boolean before = at > 0 && peek(-1).kind() == Token.Kind.OPERATOR && COMPARISONS.contains(peek(-1).text());
            return before
                    || behind.is("is")
                    || behind.kind() == Token.Kind.OPERATOR && COMPARISONS.contains(behind.text());
        }

        private Token peek(int ahead) {
            return tokens.get(Math.min(at + ahead, tokens.size() - 1));
        }

        private void emit(Token token, String word) {
            // What touches stays together: a name and its dot, two colons and their type.
            boolean touches = at > 0 && peek(-1).end() == token.start();
            text.append(touches || text.isEmpty() ? "" : " ");
            starts.add(text.length());
            origins.add(token.start());
            text.append(word);
        }

        private void step() {
            Token token = tokens.get(at);
            if (closing.contains(at)) {
                emit(token, "])");
                at++;
            } else if (wrapped.contains(at)) {
                emit(token, "))");
                at++;
            } else if (token.is("exists") && peek(1).isSign("(") && isOperand()) {
                emit(token, "(EXISTS");
                wrapped.add(Token.closing(tokens, at + 1));
                at++;
            } else if (token.is("not") && peek(1).is("in") && peek(2).isSign("(")) {
                in(token, " <> ALL ", 2);
            } else if (token.is("in") && peek(1).isSign("(") && !isWordInCall(token)) {
                in(token, " = ANY ", 1);
            } else if (token.is("operator") && peek(1).isSign("(")) {
                namedOperator(token);
            } else if (token.is("collate") && peek(1).isName()) {
                at += peek(2).isSign(".") ? 4 : 2;
            } else if (token.is("using") && (peek(1).isSign("<") || peek(1).isSign(">"))) {
                emit(token, peek(1).isSign("<") ? "ASC" : "DESC");
                at += 2;
            } else if (token.kind() == Token.Kind.STRING) {
                emit(token, "'" + literals.size() + "'");
                literals.add(token);
                at++;
            } else if (token.kind() == Token.Kind.PARAMETER) {
                emit(token, "?" + token.text().substring(1));
                at++;
            } else if (token.kind() == Token.Kind.OPERATOR) {
                operator(token, token.text());
                at++;
            } else if (isCallWithWords(token)) {
                emit(token, token.is("position") ? "strpos_in" : substring());
                at++;
            } else if (isWordInCall(token)) {
                emit(token, ",");
                at++;
            } else {
                emit(token, sql.substring(token.start(), token.end()));
                at++;
            }
        }

        /** The library's parser takes too much for the right side of IN; of ANY it does not. */
        private void in(Token token, String operator, int words) {
            emit(token, operator);
            at += words;
            int query = at + 1;
            while (tokens.get(query).isSign("(")) {
                query++;
            }
            Token first = tokens.get(query);
            boolean ofQuery = first.is("select") || first.is("with") || first.is("values");
            emit(tokens.get(at), ofQuery ? "(" : "(ARRAY[");
            if (!ofQuery) {
                closing.add(Token.closing(tokens, at));
            }
            at++;
        }

        private void operator(Token token, String sign) {
            String word = OPERATORS.getOrDefault(sign, sign);
            boolean named = !word.equals(sign);
            emit(token, named ? " " + word + " " : word);
        }

        /** {@code OPERATOR(pg_catalog.=)}. */
        private void namedOperator(Token token) {
            int close = at + 2;
            while (tokens.get(close).kind() != Token.Kind.END
                    && !tokens.get(close).isSign(")")) {
                close++;
            }
            text.append(' ');
            operator(token, tokens.get(close - 1).text());
            text.append(' ');
            at = Math.min(close + 1, tokens.size() - 1);
        }

        /** {@code position(a IN b)} and {@code substring(a FROM b FOR c)}, which have words for commas. */
        private boolean isCallWithWords(Token token) {
            if (!(token.is("position") || token.is("substring")) || !peek(1).isSign("(")) {
                return false;
            }
            return wordInside(at + 1, token.is("position") ? List.of("in") : List.of("from", "for")) >= 0;
        }

        /** Without FROM, the number behind FOR is how many there are. */
        private String substring() {
            return wordInside(at + 1, List.of("from")) >= 0 ? "substring_from" : "substring_for";
        }

        /** Where one of the words stands in the parenthesis, and in none within it; -1 if nowhere. */
        private int wordInside(int open, List<String> words) {
            int depth = 0;
            for (int index = open; index < tokens.size(); index++) {
                Token token = tokens.get(index);
                depth += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
                if (depth == 0) {
                    return -1;
                }
                if (depth == 1 && words.stream().anyMatch(token::is)) {
                    return index;
                }
            }
            return -1;
        }

        private boolean isWordInCall(Token token) {
            if (!(token.is("in") || token.is("from") || token.is("for"))) {
                return false;
            }
            int depth = 0;
            for (int index = at - 1; index > 0; index--) {
                Token each = tokens.get(index);
                depth += each.isSign(")") ? 1 : each.isSign("(") ? -1 : 0;
                if (depth < 0) {
                    String name = tokens.get(index - 1).text().toLowerCase(Locale.ROOT);
                    return token.is("in") ? name.equals("position") : name.equals("substring");
                }
            }
            return false;
        }
    }
}
