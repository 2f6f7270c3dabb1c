package org.thetisdb.fuzz.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.thetisdb.CheckProgress;
import org.thetisdb.CheckReport;
import org.thetisdb.Database;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.oracle.Oracle;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.value.ThetisException;

/** Asks Thetis; what a query writes is rolled back. One thread. */
final class ThetisOracle implements Oracle {
    /** No query writes without one of these. */
    private static final Pattern WRITING_WORD =
            Pattern.compile("\\b(CREATE|MERGE|SET|DELETE|REMOVE)\\b", Pattern.CASE_INSENSITIVE);

    private final Session session;
    private final List<Database> databases;
    private final UnaryOperator<FuzzQuery> rewrite;
    private final Runnable afterwards;

    /**
     * @param session runs the queries
     * @param databases are checked and closed in this order
     * @param rewrite what to run instead of each query
     * @param afterwards removes the files
     */
    ThetisOracle(Session session, List<Database> databases, UnaryOperator<FuzzQuery> rewrite, Runnable afterwards) {
        this.session = session;
        this.databases = databases;
        this.rewrite = rewrite;
        this.afterwards = afterwards;
    }

    @Override
    public Answer answer(FuzzQuery query) {
        FuzzQuery asked = rewrite.apply(query);
        try {
            String text = asked.text();
            return writes(text) ? write(asked) : read(asked, text);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            return ThetisAnswers.failure(failure);
        }
    }

    private static boolean writes(String text) {
        return WRITING_WORD.matcher(text).find() && Cypher.bind(text).writes();
    }

    private Answer read(FuzzQuery query, String text) {
        try (Result result = session.run(text, query.parameters())) {
            return ThetisAnswers.rows(result, Optional.empty());
        }
    }

    private Answer write(FuzzQuery query) {
        try (Transaction transaction = session.beginTransaction()) {
            return ThetisAnswers.written(transaction, query);
        }
    }

    @Override
    public void close() {
        session.close();
        List<String> findings = new ArrayList<>();
        for (Database database : databases) {
            try (database) {
                CheckReport report = database.check(CheckProgress.NONE);
                report.findings().forEach(finding -> findings.add(finding.toString()));
            } catch (ThetisException failure) {
                findings.add(failure.code().code() + " " + failure.getMessage());
            }
        }
        afterwards.run();
        if (!findings.isEmpty()) {
            throw new IllegalStateException("the database is not sound: " + String.join("\n  ", findings));
        }
    }
}
