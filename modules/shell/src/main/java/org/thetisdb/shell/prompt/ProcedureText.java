package org.thetisdb.shell.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/** Which columns an unfinished text may take from a procedure that it calls. Stateless. */
final class ProcedureText {
    /** What SHOW shows, by its words without spaces. */
    private static final Map<String, String> SHOWN = Map.of(
            "INDEXES", "db.indexes",
            "CONSTRAINTS", "db.constraints",
            "PROCEDURES", "dbms.procedures",
            "FUNCTIONS", "dbms.functions",
            "EXTENSIONS", "dbms.extensions",
            "EXTENSIONUSE", "dbms.extensionUse",
            "TRIGGERS", "dbms.triggers",
            "LISTENERS", "dbms.listeners",
            "TRANSACTIONS", "dbms.transactions");

    private ProcedureText() {}

    /** The columns that can follow the last token, which is YIELD or a comma after it; none elsewhere. */
    static List<String> yieldable(Tokens tokens, int last, List<CompletionNames.Procedure> procedures) {
        if (!tokens.isWord(last, "YIELD") && tokens.kind(last) != TokenKind.COMMA) {
            return List.of();
        }
        int yield = last;
        while (yield >= 0 && !tokens.isWord(yield, "YIELD")) {
            if (tokens.kind(yield) != TokenKind.COMMA && !PatternNames.isName(tokens, yield)) {
                return List.of();
            }
            yield--;
        }
        String called = called(tokens, yield - 1);
        return procedures.stream()
                .filter(procedure -> procedure.name().equalsIgnoreCase(called))
                .findFirst()
                .map(CompletionNames.Procedure::columns)
                .orElse(List.of());
    }

    /** The name of the procedure whose call ends at a place; empty if there is none. */
    private static String called(Tokens tokens, int end) {
        int index = end;
        int depth = 0;
        while (index >= 0 && (depth > 0 || tokens.kind(index) == TokenKind.RIGHT_PARENTHESIS)) {
            depth += tokens.kind(index) == TokenKind.RIGHT_PARENTHESIS ? 1 : 0;
            depth -= tokens.kind(index) == TokenKind.LEFT_PARENTHESIS ? 1 : 0;
            index--;
        }
        StringBuilder name = new StringBuilder();
        while (index >= 0 && (tokens.kind(index) == TokenKind.NAME || tokens.kind(index) == TokenKind.DOT)) {
            if (tokens.isWord(index, "CALL")) {
                return name.toString();
            }
            if (tokens.isWord(index, "SHOW")) {
                return SHOWN.getOrDefault(name.toString().toUpperCase(Locale.ROOT), "");
            }
            name.insert(0, tokens.text(index--));
        }
        return "";
    }

    /** The columns that a signature names: {@code db.labels() :: (label STRING)}. */
    static List<String> columns(String signature) {
        List<String> columns = new ArrayList<>();
        int begin = signature.indexOf(":: (");
        if (begin >= 0) {
            for (String column :
                    signature.substring(begin + 4, signature.length() - 1).split(", ")) {
                columns.add(column.split(" ")[0]);
            }
        }
        return columns;
    }
}
