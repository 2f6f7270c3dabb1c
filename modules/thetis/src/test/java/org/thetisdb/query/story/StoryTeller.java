package org.thetisdb.query.story;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.thetisdb.Counters;
import org.thetisdb.Database;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.query.ErrorText;
import org.thetisdb.query.ShapeParser;
import org.thetisdb.query.ShapeText;
import org.thetisdb.value.ThetisException;

/** Runs the statements of a story on a database of its own and returns what each gave. One thread. */
final class StoryTeller implements AutoCloseable {
    private static final String PARAMETERS = "parameters ";

    private final Path directory;
    private final StoryManner manner;
    private Database database;
    private Session session;
    private Optional<Transaction> transaction = Optional.empty();

    StoryTeller(Path directory, StoryManner manner) {
        this.directory = directory;
        this.manner = manner;
        database = Database.create(directory, manner.options());
        session = database.session();
    }

    /** Runs a paragraph, which may have several statements and commands; returns what the last of them gave. */
    List<String> tell(String paragraph) {
        List<String> told = List.of();
        try {
            Map<String, Object> parameters = new LinkedHashMap<>();
            List<String> lines = new ArrayList<>();
            for (String line : paragraph.lines().toList()) {
                if (line.startsWith(PARAMETERS)) {
                    Map<?, ?> values = (Map<?, ?>) ShapeParser.parse(line.substring(PARAMETERS.length()));
                    values.forEach((name, value) -> parameters.put((String) name, value));
                } else {
                    lines.add(line);
                }
            }
            for (String statement : String.join("\n", lines).split(";\\s*\\n")) {
                told = step(statement, parameters);
            }
            return told;
        } catch (ThetisException error) {
            return List.of(ErrorText.of(error));
        }
    }

    private List<String> step(String statement, Map<String, Object> parameters) {
        return switch (statement.strip()) {
            case "begin" -> {
                transaction = Optional.of(session.beginTransaction());
                yield List.of("begun");
            }
            case "commit" -> {
                Transaction ending = transaction.orElseThrow();
                transaction = Optional.empty();
                ending.commit();
                yield List.of("committed");
            }
            case "rollback" -> {
                transaction.orElseThrow().rollback();
                transaction = Optional.empty();
                yield List.of("rolled back");
            }
            case "checkpoint" -> {
                database.checkpoint();
                yield List.of("checkpoint");
            }
            case "reopen" -> {
                reopen();
                yield List.of("reopened");
            }
            default -> statement(statement, parameters);
        };
    }

    private List<String> statement(String statement, Map<String, Object> parameters) {
        if (transaction.isPresent()) {
            return told(transaction.get().run(statement, parameters));
        }
        if (manner == StoryManner.REOPENED) {
            reopen();
        } else if (manner == StoryManner.CHECKPOINTED) {
            database.checkpoint();
        }
        return told(session.run(statement, parameters));
    }

    private void reopen() {
        close();
        database = Database.open(directory, manner.options());
        session = database.session();
    }

    /** The rows, then what was changed; something in any case. */
    private static List<String> told(Result result) {
        try (result) {
            List<String> lines = new ArrayList<>();
            for (Record record : result.list()) {
                lines.add(record.values().stream().map(StoryTeller::shown).collect(Collectors.joining(" | ")));
            }
            Counters counters = result.summary().counters();
            if (counters.containsUpdates()) {
                lines.add(counters.toString());
            }
            return lines.isEmpty() ? List.of("nothing") : lines;
        }
    }

    /** Stories return no nodes, only what they hold; a time is shown by its text. */
    private static String shown(Object value) {
        return ShapeText.of(plain(value));
    }

    private static Object plain(Object value) {
        return switch (value) {
            case null -> null;
            case Boolean flag -> flag;
            case Long number -> number;
            case Double number -> number;
            case String text -> text;
            case List<?> list -> {
                List<Object> elements = new ArrayList<>();
                list.forEach(element -> elements.add(plain(element)));
                yield elements;
            }
            case Map<?, ?> map -> {
                Map<Object, Object> entries = new LinkedHashMap<>();
                map.forEach((key, entry) -> entries.put(key, plain(entry)));
                yield entries;
            }
            default -> value.toString();
        };
    }

    @Override
    public void close() {
        transaction.ifPresent(Transaction::close);
        transaction = Optional.empty();
        session.close();
        database.close();
    }
}
