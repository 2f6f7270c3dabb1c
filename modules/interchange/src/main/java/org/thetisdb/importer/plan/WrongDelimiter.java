package org.thetisdb.importer.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Notices a file that is read with another delimiter than it was written with: its header is a single column. */
public final class WrongDelimiter {
    private static final String LIKELY = ";\t|,";

    private WrongDelimiter() {}

    /**
     * Refuses a header of one column that holds what is likely to be the delimiter.
     *
     * @param advice what to do to get the delimiter that it is given, as the end of a sentence
     * @throws ThetisException {@link ErrorCode#IMPORT_BAD_HEADER}
     */
    public static void check(Path file, List<String> header, byte delimiter, Function<Character, String> advice) {
        if (header.size() != 1) {
            return;
        }
        String only = header.getFirst();
        char best = (char) delimiter;
        for (int place = 0; place < LIKELY.length(); place++) {
            char candidate = LIKELY.charAt(place);
            if (candidate != delimiter && count(only, candidate) > (best == delimiter ? 0 : count(only, best))) {
                best = candidate;
            }
        }
        if (best != delimiter) {
            throw new ThetisException(
                    ErrorCode.IMPORT_BAD_HEADER,
                    "the header is a single column: file=" + file + ", line=1, value='" + only + "', delimiter="
                            + shown((char) delimiter) + "; if the columns are separated by " + shown(best) + ", "
                            + advice.apply(best));
        }
    }

    private static long count(String text, char wanted) {
        return text.chars().filter(each -> each == wanted).count();
    }

    private static String shown(char delimiter) {
        return delimiter == '\t' ? "tabulators" : "'" + delimiter + "'";
    }
}
