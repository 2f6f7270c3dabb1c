package org.thetisdb.engine.pipeline;

import org.thetisdb.engine.SessionMemory;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** What a run says that needs more memory than there is for it. */
final class MemoryErrors {
    private MemoryErrors() {}

    static ThetisException ofRun(String operator, long neededBytes, long limitBytes) {
        return new ThetisException(
                ErrorCode.MEMORY_EXHAUSTED,
                "out of query memory: operator=" + operator + ", neededBytes=" + neededBytes + ", limitBytes="
                        + limitBytes + "; let the query keep fewer rows (filter earlier, LIMIT), or start with a larger"
                        + " --memory or -Xmx");
    }

    static ThetisException ofSession(String operator, long neededBytes, SessionMemory session) {
        return new ThetisException(
                ErrorCode.MEMORY_EXHAUSTED,
                "the statements of the session need more memory than it may have: operator=" + operator
                        + ", neededBytes=" + neededBytes + ", takenBytes=" + session.takenBytes() + ", limitBytes="
                        + session.limitBytes()
                        + "; read earlier results to their end or close them, or open the session with a larger limit");
    }

    static ThetisException ofAll(String operator, long neededBytes, QueryMemory memory) {
        return new ThetisException(
                ErrorCode.MEMORY_EXHAUSTED,
                "the queries that run now need more memory than there is for all of them: operator=" + operator
                        + ", neededBytes=" + neededBytes + ", takenBytes=" + memory.takenBytes() + ", limitBytes="
                        + memory.limitBytes()
                        + "; try again when others are done, or start with a larger --memory or -Xmx");
    }
}
