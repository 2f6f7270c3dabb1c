package org.thetisdb.fuzz.load;

import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.oracle.Oracle;
import org.thetisdb.fuzz.query.FuzzQuery;

/**
 * Declines what takes another oracle too long, where that is not a defect: random plans may join everything
 * with everything. One thread.
 */
record ImpatientOracle(Oracle oracle) implements Oracle {
    @Override
    public Answer answer(FuzzQuery query) {
        Answer answer = oracle.answer(query);
        boolean isLate = answer instanceof Answer.Defect defect && defect.kind().equals(Answer.Defect.NO_END);
        return isLate ? new Answer.Declined("its plan takes too long") : answer;
    }

    @Override
    public void close() {
        oracle.close();
    }
}
