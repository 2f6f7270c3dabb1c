package org.thetisdb.bench.adaptive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.bench.snb.Answer;
import org.thetisdb.bench.snb.AnswerComparison;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a process found. Passed as a JSON file.
 *
 * @param samples its numbers
 * @param remarks what the engine said in the end
 * @param answers what it was answered
 * @param complaints what was wrong, in words
 */
record ModeResult(List<Sample> samples, List<Remark> remarks, List<Answered> answers, List<String> complaints) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * A number.
     *
     * @param query what it is about
     * @param moment which of its numbers
     * @param run the number of the run, from 1 on
     * @param value in the unit that its experiment says
     */
    record Sample(String query, String moment, int run, double value) {}

    /** Words about a query. */
    record Remark(String query, String text) {}

    /**
     * An answer.
     *
     * @param name the query's, with the number of its parameter set if there are several
     * @param isOrdered whether the order of rows is part of it
     */
    record Answered(String name, Answer answer, boolean isOrdered) {}

    ModeResult {
        samples = List.copyOf(samples);
        remarks = List.copyOf(remarks);
        answers = List.copyOf(answers);
        complaints = List.copyOf(complaints);
    }

    /** The result of a process that ended otherwise. */
    static ModeResult failed(String complaint) {
        return new ModeResult(List.of(), List.of(), List.of(), List.of(complaint));
    }

    static ModeResult read(Path file) throws IOException {
        return JSON.readValue(Files.readString(file), ModeResult.class);
    }

    void write(Path file) throws IOException {
        Files.writeString(file, JSON.writeValueAsString(this));
    }

    /** Where another process was answered otherwise, in words. */
    List<String> differences(ModeResult other) {
        List<String> differences = new ArrayList<>();
        for (Answered mine : answers) {
            Optional<Answered> theirs = other.answers.stream()
                    .filter(each -> each.name().equals(mine.name()))
                    .findFirst();
            theirs.flatMap(found -> AnswerComparison.difference(
                            canonical(mine.answer()), canonical(found.answer()), mine.isOrdered()))
                    .ifPresent(difference -> differences.add(mine.name() + ": " + difference));
            if (theirs.isEmpty()) {
                differences.add(mine.name() + ": no answer");
            }
        }
        return differences;
    }

    /** JSON does not say how long an integer is. */
    private static Answer canonical(Answer read) {
        return Answer.canonical(
                read.columns(), read.rows().stream().map(List::toArray).toList());
    }
}
