package org.thetisdb.query;

import org.thetisdb.value.ThetisException;

/** Errors as text files expect them: {@code error CODE: message}. */
public final class ErrorText {
    static final String MARK = "error ";

    private ErrorText() {}

    /** Ids differ with how the graph got where it is, times with when that was: neither is shown. */
    public static String of(ThetisException error) {
        String message = error.getMessage()
                .replaceAll("\\b(id|node|\\w+Id)=\\d+", "$1=\\$ID")
                .replaceAll("since=[-0-9T:.]+Z", "since=\\$TIME");
        return MARK + error.code() + ": " + message;
    }
}
