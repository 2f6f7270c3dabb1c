package org.thetisdb.bench.rounds;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.snb.Answer;
import org.thetisdb.bench.snb.AnswerComparison;
import org.thetisdb.bench.snb.QueryCase;

/** The answers to one query that those of all peers are compared with. One thread. */
final class ReferenceAnswers {
    private final Duration limit;
    private final List<Answer> reference = new ArrayList<>();

    /** @param limit of one execution */
    ReferenceAnswers(Duration limit) {
        this.limit = limit;
    }

    /** Compares a peer's answers with the expected ones, or with those of the first peer that had answers. */
    String check(Peer peer, List<QueryCase> cases) {
        List<Answer> answers = new ArrayList<>();
        for (int index = 0; index < cases.size(); index++) {
            QueryCase queryCase = cases.get(index);
            Answer answer;
            try {
                Peer.RawAnswer raw = ask(peer, queryCase, limit);
                answer = Answer.canonical(raw.columns(), raw.rows());
            } catch (Peer.TimeLimitException tooLong) {
                return "set " + (index + 1) + ": " + tooLong.getMessage();
            } catch (RuntimeException failure) {
                return "wrong: set " + (index + 1) + ": " + failure;
            }
            answers.add(answer);
            Optional<Answer> expected = queryCase.expected();
            if (expected.isEmpty() && index < reference.size()) {
                expected = Optional.of(reference.get(index));
            }
            Optional<String> difference =
                    expected.flatMap(right -> AnswerComparison.difference(right, answer, queryCase.ordered()));
            if (difference.isPresent()) {
                return "wrong: set " + (index + 1) + ": " + difference.get();
            }
        }
        if (reference.isEmpty()) {
            reference.addAll(answers);
        }
        return QueryOutcome.OK;
    }

    static Peer.RawAnswer ask(Peer peer, QueryCase queryCase, Duration limit) {
        return peer.run(queryCase.query(), queryCase.text(), queryCase.parameters(), limit);
    }
}
