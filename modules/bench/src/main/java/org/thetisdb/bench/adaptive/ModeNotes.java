package org.thetisdb.bench.adaptive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.bench.snb.Answer;
import org.thetisdb.bench.snb.AnswerComparison;
import org.thetisdb.bench.snb.QueryCase;

/** Collects a {@link ModeResult}. An answer is compared with the expected one, else with the first. One thread. */
final class ModeNotes {
    private final List<ModeResult.Sample> samples = new ArrayList<>();
    private final List<ModeResult.Remark> remarks = new ArrayList<>();
    private final Map<String, ModeResult.Answered> answers = new LinkedHashMap<>();
    private final List<String> complaints = new ArrayList<>();

    /** Notes a number of a run, which are counted from 1 on. */
    void add(String query, String moment, int run, double value) {
        samples.add(new ModeResult.Sample(query, moment, run, value));
    }

    /** Notes what was said about a query. */
    void remark(String query, String text) {
        remarks.add(new ModeResult.Remark(query, text));
    }

    /**
     * Notes an answer, and compares it with what is known.
     *
     * @param name of the case, the query's for its only one
     */
    void check(String name, QueryCase asked, AskedDatabase.Rows rows) {
        Answer answer = Answer.canonical(rows.columns(), rows.values());
        ModeResult.Answered first = answers.get(name);
        if (first == null) {
            answers.put(name, new ModeResult.Answered(name, answer, asked.ordered()));
        }
        Optional<Answer> right =
                asked.expected().or(() -> Optional.ofNullable(first).map(ModeResult.Answered::answer));
        right.flatMap(expected -> AnswerComparison.difference(expected, answer, asked.ordered()))
                .ifPresent(difference -> complaints.add(name + ": " + difference));
    }

    ModeResult result() {
        return new ModeResult(samples, remarks, List.copyOf(answers.values()), complaints);
    }
}
