package org.thetisdb.shell.prompt;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The commands of the prompt, in the order of the help: one table for running, help and completion. */
enum DotCommand {
    MODE("[FORMAT]", Argument.FORMAT, "how results are written; see below; alone: shows which"),
    MAXROWS("[N|all]", Argument.ROWS, "rows of a table on the screen, at most"),
    WIDTH("[N N ...|auto]", Argument.WIDTHS, "what each column of a table on the screen takes, at most; 0: no limit"),
    NULLVALUE("[TEXT]", Argument.NONE, "what stands for null in formats of text; alone: the format's own"),
    TIMER("[on|off]", Argument.SWITCH, "shows the time of each query"),
    SCHEMA("[LABEL|TYPE]", Argument.LABEL, "labels and types with their properties, ends of relationships, indexes"),
    EXPLAIN("QUERY", Argument.QUERY, "shows the plan of a query without running it"),
    PROFILE("QUERY", Argument.QUERY, "runs a query and shows its plan with rows, times and page hits"),
    BEGIN("", Argument.NONE, "begins a transaction: what follows is committed together"),
    COMMIT("[MESSAGE]", Argument.NONE, "commits it; the message is kept with the revision"),
    ROLLBACK("", Argument.NONE, "takes back all since .begin"),
    AT("[REVISION|TIME|now]", Argument.NONE, "shows the graph as it was, to read only; alone: shows which revision"),
    PARAM(
            "[NAME = VALUE]",
            Argument.PARAMETER,
            "sets a parameter to any expression; alone or `list`: lists all; `unset NAME`, `clear`"),
    OPEN("[--create] [DB]", Argument.FILE, "another database, also a new one; alone: an empty one, deleted at the end"),
    IMPORT("FILE TARGET", Argument.FILE, "adds a file of CSV or JSON lines; TARGET is a label or a pattern of COPY"),
    DUMP("[FILE|csv FOLDER]", Argument.FILE, "writes the graph as statements, or as files that import again"),
    READ("FILE", Argument.FILE, "runs the queries and commands of a file"),
    BAIL("[on|off]", Argument.SWITCH, "whether the first error ends a file or pipe; off at first"),
    OUTPUT("[FILE]", Argument.FILE, "writes results to a file; alone: back to the screen"),
    EDIT("[FILE]", Argument.FILE, "opens the last query, or a file, in $VISUAL or $EDITOR; enter then runs it"),
    SHELL("COMMAND", Argument.FILE, "runs a command of the system"),
    PROMPT("[NAME]", Argument.NONE, "the text before `>`; alone: thetis"),
    HELP("[COMMAND]", Argument.COMMAND, "this; or one command"),
    QUIT("", Argument.NONE, "the end; so do `.exit`, `quit`, `exit` and Ctrl-D");

    /** What follows a command, for completion. */
    enum Argument {
        NONE,
        COMMAND,
        FILE,
        FORMAT,
        LABEL,
        PARAMETER,
        QUERY,
        ROWS,
        SWITCH,
        WIDTHS
    }

    private static final int ARGUMENTS_COLUMNS = 24;

    private final String arguments;
    private final Argument argument;
    private final String description;

    DotCommand(String arguments, Argument argument, String description) {
        this.arguments = arguments;
        this.argument = argument;
        this.description = description;
    }

    /** As it is typed, with its dot. */
    String text() {
        return "." + name().toLowerCase(Locale.ROOT);
    }

    Argument argument() {
        return argument;
    }

    String description() {
        return description;
    }

    /** Its line of the help. */
    String help() {
        String call = text() + (arguments.isEmpty() ? "" : " " + arguments);
        return call + " ".repeat(Math.max(1, ARGUMENTS_COLUMNS - call.length())) + description;
    }

    /** All with their dots, as completion offers them. */
    static List<String> texts() {
        return Arrays.stream(values()).map(DotCommand::text).toList();
    }

    /** The command that a word names, its dot included; names that other shells use are known, too. */
    static Optional<DotCommand> of(String word) {
        String wanted = switch (word) {
            case ".exit" -> ".quit";
            case ".params", ".parameter" -> ".param";
            default -> word;
        };
        return Arrays.stream(values())
                .filter(command -> command.text().equals(wanted))
                .findFirst();
    }
}
