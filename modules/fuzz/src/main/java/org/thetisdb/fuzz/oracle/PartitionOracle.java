package org.thetisdb.fuzz.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Rewrites;
import org.thetisdb.value.ErrorCode;

/**
 * Answers a query that has a condition by asking another oracle for all rows, for those where the condition is false
 * and for those where it is null, and removing the latter two (ternary logic partitioning, Rigger and Su 2020).
 * Immutable.
 */
public final class PartitionOracle implements OracleFactory {
    private final OracleFactory asked;

    public PartitionOracle(OracleFactory asked) {
        this.asked = asked;
    }

    @Override
    public String name() {
        return "partitioned";
    }

    @Override
    public boolean writes() {
        return false;
    }

    @Override
    public Oracle over(FuzzGraph graph) {
        Oracle oracle = asked.over(graph);
        return new Oracle() {
            @Override
            public Answer answer(FuzzQuery query) {
                return Rewrites.partition(query)
                        .map(partition -> PartitionOracle.answer(oracle, query, partition))
                        .orElseGet(() -> new Answer.Declined("it has no condition that divides its rows"));
            }

            @Override
            public void close() {
                oracle.close();
            }
        };
    }

    private static Answer answer(Oracle oracle, FuzzQuery query, Rewrites.Partition partition) {
        List<Answer.Rows> parts = new ArrayList<>();
        for (FuzzQuery part : List.of(partition.whole(), partition.rejected(), partition.unknown())) {
            Answer given = oracle.answer(part);
            if (given instanceof Answer.Failure failure && failure.code().equals(Optional.of(ErrorCode.SYNTAX))) {
                return new Answer.Declined("a pattern alone is no value that could be null");
            }
            if (given instanceof Answer.Failure failure
                    && failure.code().filter(Comparison::isOfValues).isPresent()) {
                return new Answer.Declined("a row that the condition takes away may end in an error");
            }
            if (!(given instanceof Answer.Rows rows)) {
                return given;
            }
            parts.add(rows);
        }
        List<List<Object>> left = new ArrayList<>(parts.getFirst().rows());
        List<String> texts = Comparison.texts(query, left);
        for (Answer.Rows taken : parts.subList(1, 3)) {
            for (String text : Comparison.texts(query, taken.rows())) {
                int at = texts.indexOf(text);
                if (at < 0) {
                    return new Answer.Defect("partition", "a row is in a part and not in the whole: " + text);
                }
                texts.remove(at);
                left.remove(at);
            }
        }
        return new Answer.Rows(parts.getFirst().columns(), left, Optional.empty());
    }
}
