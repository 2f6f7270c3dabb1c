package org.thetisdb.shell.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jline.builtins.Completers.FileNameCompleter;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.thetisdb.CypherText;
import org.thetisdb.shell.format.RowFormats;
import org.thetisdb.shell.prompt.CypherCompleter.Suggestion;

/** Completes commands and their arguments, files, and by {@link CypherCompleter} queries. One thread. */
final class PromptCompleter implements Completer {
    private final CompletionNames names;
    private final CypherCompleter cypher;
    private final Completer files = new FileNameCompleter();

    PromptCompleter(CompletionNames names) {
        this.names = names;
        this.cypher = new CypherCompleter(names);
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        CompletionPlace place = CompletionPlace.of(line.line(), line.cursor());
        if (isFile(place)) {
            List<Candidate> found = new ArrayList<>();
            files.complete(reader, line, found);
            candidates.addAll(place.isQuoted() ? openEnded(found) : found);
            wordsBesideFiles(place).forEach(word -> candidates.add(new Candidate(word)));
            return;
        }
        for (Suggestion suggestion : suggest(place)) {
            candidates.add(new Candidate(
                    suggestion.text(),
                    suggestion.text(),
                    suggestion.group(),
                    suggestion.description().isEmpty() ? null : suggestion.description(),
                    null,
                    null,
                    suggestion.ends()));
        }
    }

    /** What may be used instead of a file. */
    static List<String> wordsBesideFiles(CompletionPlace place) {
        if (place.kind() != CompletionPlace.Kind.ARGUMENT || !isFirstArgument(place)) {
            return List.of();
        }
        return isCommand(place, DotCommand.OPEN)
                ? List.of("--create")
                : isCommand(place, DotCommand.DUMP) ? List.of("csv") : List.of();
    }

    /** Without the blank that would follow, which inside quotes would be part of the name. */
    private static List<Candidate> openEnded(List<Candidate> files) {
        return files.stream()
                .map(file -> new Candidate(file.value(), file.displ(), file.group(), file.descr(), null, null, false))
                .toList();
    }

    /** Whether names of files are what fits. */
    static boolean isFile(CompletionPlace place) {
        return place.kind() == CompletionPlace.Kind.FILE
                || place.kind() == CompletionPlace.Kind.ARGUMENT
                        && argument(place) == DotCommand.Argument.FILE
                        && (isFirstArgument(place) || !isCommand(place, DotCommand.IMPORT));
    }

    /** Everything else that fits; JLine picks what begins with the word. */
    List<Suggestion> suggest(CompletionPlace place) {
        return switch (place.kind()) {
            case CYPHER ->
                cypher.suggest(query(place), place.word(), place.line().substring(place.cursor()));
            case COMMAND -> commands(place.word().substring(0, 1));
            case ARGUMENT -> isFirstArgument(place) ? arguments(argument(place)) : furtherArguments(place);
            case FILE, NOTHING -> List.of();
        };
    }

    /** What precedes the word, without the command and its name. */
    private static String query(CompletionPlace place) {
        String before = place.before();
        if (!PromptSession.hasCommandMark(before)) {
            return before;
        }
        int equals = before.indexOf('=');
        boolean value = equals >= 0 && argument(place) == DotCommand.Argument.PARAMETER;
        // The value of a parameter is the operand of something, never the beginning of a query.
        return value
                ? "RETURN " + before.substring(equals + 1)
                : before.stripLeading().replaceFirst("^\\S+", "");
    }

    /** What a file is to be imported as, and which parameter is to be unset. */
    private List<Suggestion> furtherArguments(CompletionPlace place) {
        if (isCommand(place, DotCommand.IMPORT)) {
            return words(names.labels().stream().map(CypherText::name), "names");
        }
        if (isCommand(place, DotCommand.MODE) && place.before().strip().endsWith(" insert")) {
            return words(names.labels().stream().map(CypherText::name), "names");
        }
        boolean unset = place.before().strip().endsWith(" unset");
        return unset && isCommand(place, DotCommand.PARAM)
                ? words(names.parameters().stream().map(CypherText::name), "parameters")
                : List.of();
    }

    private static DotCommand.Argument argument(CompletionPlace place) {
        return command(place).map(DotCommand::argument).orElse(DotCommand.Argument.NONE);
    }

    private static boolean isCommand(CompletionPlace place, DotCommand wanted) {
        return command(place).equals(Optional.of(wanted));
    }

    private static Optional<DotCommand> command(CompletionPlace place) {
        String name = place.line().strip().split("\\s", 2)[0];
        return DotCommand.of("." + name.substring(1));
    }

    private static boolean isFirstArgument(CompletionPlace place) {
        String before = place.before().substring(0, place.isQuoted() ? place.start() - 1 : place.start());
        return !before.strip().contains(" ");
    }

    /** @param mark a dot or a colon */
    private static List<Suggestion> commands(String mark) {
        List<Suggestion> suggestions = new ArrayList<>();
        for (DotCommand command : DotCommand.values()) {
            suggestions.add(
                    new Suggestion(mark + command.text().substring(1), "commands", command.description(), true));
        }
        return suggestions;
    }

    private List<Suggestion> arguments(DotCommand.Argument argument) {
        return switch (argument) {
            case COMMAND -> words(DotCommand.texts().stream().map(text -> text.substring(1)), "commands");
            case FORMAT -> words(RowFormats.NAMES.stream(), "formats");
            case SWITCH -> words(Stream.of("on", "off"), "");
            case ROWS -> words(Stream.of("all"), "");
            case WIDTHS -> words(Stream.of("auto"), "");
            case PARAMETER ->
                Stream.concat(
                                words(Stream.of("list", "unset", "clear"), "commands").stream(),
                                words(names.parameters().stream().map(CypherText::name), "parameters").stream())
                        .toList();
            case LABEL -> words(Stream.concat(names.labels().stream(), names.types().stream()), "names");
            case NONE, FILE, QUERY -> List.of();
        };
    }

    private static List<Suggestion> words(Stream<String> texts, String group) {
        return texts.map(text -> Suggestion.word(text, group)).toList();
    }
}
