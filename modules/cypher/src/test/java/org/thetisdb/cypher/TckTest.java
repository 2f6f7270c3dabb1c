package org.thetisdb.cypher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.CallableCatalog;
import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The openCypher TCK as far as no data is needed: what is Cypher binds, and compile-time errors are found. */
class TckTest {
    @Test
    void bind_everyQueryOfTheTck_isAcceptedOrRefusedAsTheTckSays() throws IOException {
        List<TckCorpus.Case> cases = TckCorpus.read();
        assertThat(cases).hasSizeGreaterThan(4000);
        List<String> wrong = new ArrayList<>();
        int notJudgedCount = 0;
        for (TckCorpus.Case each : cases) {
            // Parameters are given when a query is run.
            boolean mustFail = each.error()
                    .filter(error -> error.contains("compile time") && !error.contains("MissingParameter"))
                    .isPresent();
            ErrorCode code = bind(each);
            if (code == ErrorCode.NOT_YET_SUPPORTED) {
                notJudgedCount++;
            } else if (mustFail == (code == null) && (mustFail || each.error().isEmpty())) {
                wrong.add(each + " gave " + code);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(notJudgedCount).as("queries that cannot be bound yet").isLessThan(10);
    }

    /** The error's code, or null if there is none. */
    private static ErrorCode bind(TckCorpus.Case each) {
        CallableCatalog procedures = new CallableCatalog() {
            @Override
            public Optional<ProcedureSignature> procedure(String name) {
                return each.procedures().stream()
                        .filter(procedure -> procedure.name().equals(name))
                        .findFirst();
            }

            @Override
            public List<ProcedureSignature> procedures() {
                return each.procedures();
            }
        };
        try {
            Cypher.bind(each.query(), procedures);
            return null;
        } catch (ThetisException e) {
            return e.code();
        }
    }
}
