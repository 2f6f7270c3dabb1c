package org.thetisdb.engine.kernel;

import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.WatchedText;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * A regular expression that whole texts are tested by:
 *
 * <pre>
 *   .*[Aa]bout [A-Z].*     texts with 'bout ', in which [Aa]bout [A-Z] is found
 *   .*war.*                texts with 'war'
 *   war.*                  texts with 'war' at whose beginning war is found
 * </pre>
 *
 * <p>The stars at the ends are not tried: they match anything but the ends of lines. Where a text may have one, the
 * whole expression is matched. Immutable.
 */
final class RegularExpression {
    /** A single byte is in most texts. */
    private static final int REQUIRED_BYTES_MIN = 2;

    private static final String ANYTHING = ".*";
    private static final String QUANTIFIERS = "*+?{";

    private final Pattern pattern;

    /** What is in every text that it matches; empty for anything. */
    private final byte[] required;

    /** The expression without {@link #ANYTHING} at its ends; the same where it has none. */
    private final Pattern inner;

    private final boolean isOpenBefore;
    private final boolean isOpenBehind;

    /** Whether the inner expression is what is required, and nothing else. */
    private final boolean isPlain;

    private RegularExpression(Pattern pattern) {
        this.pattern = pattern;
        String source = pattern.pattern();
        RequiredText text = RequiredText.of(source);
        isOpenBehind = text.isUnderstood() && endsOpen(source);
        isOpenBefore = isOpenBehind && beginsOpen(source);
        String core = source.substring(
                isOpenBefore ? ANYTHING.length() : 0, source.length() - (isOpenBehind ? ANYTHING.length() : 0));
        inner = isOpenBehind ? Pattern.compile(core) : pattern;
        isPlain = isOpenBefore && RequiredText.of(core).isPlain();
        byte[] bytes = text.bytes();
        required = bytes.length < REQUIRED_BYTES_MIN && !isPlain ? new byte[0] : bytes;
    }

    private static boolean beginsOpen(String source) {
        return source.startsWith(ANYTHING)
                && source.length() > 2 * ANYTHING.length()
                && QUANTIFIERS.indexOf(source.charAt(ANYTHING.length())) < 0;
    }

    private static boolean endsOpen(String source) {
        int end = source.length() - ANYTHING.length();
        int escapes = 0;
        while (end - escapes > 0 && source.charAt(end - escapes - 1) == '\\') {
            escapes++;
        }
        return end > 0 && source.endsWith(ANYTHING) && escapes % 2 == 0;
    }

    /** @throws ThetisException {@link ErrorCode#INVALID_ARGUMENT} if it is none */
    static RegularExpression of(String source) {
        try {
            return new RegularExpression(Pattern.compile(source));
        } catch (PatternSyntaxException wrong) {
            throw Errors.argument("not a regular expression: pattern=" + Errors.show(source) + ", reason="
                    + wrong.getDescription() + "; correct the right side of =~");
        }
    }

    String source() {
        return pattern.pattern();
    }

    /** Whether it matches a string, which is not null. */
    boolean matches(EvaluationContext context, Vector strings, int index) {
        byte[] bytes = strings.bytes();
        int start = strings.starts()[index];
        int length = strings.lengths()[index];
        if (!ByteSearch.contains(bytes, start, length, required, 0, required.length)) {
            return false;
        }
        if (!isOpenBehind || ByteSearch.mayEndLines(bytes, start, length)) {
            return matches(context, text(strings, index));
        }
        return isPlain || matchesInner(context, text(strings, index));
    }

    /** A string, which is not null. */
    static String text(Vector strings, int index) {
        return Invariant.present((String) strings.valueAt(index), "nulls are not tested");
    }

    private boolean matchesInner(EvaluationContext context, String text) {
        return tested(text, () -> {
            Matcher matcher = inner.matcher(new WatchedText(text, context.stop()));
            return isOpenBefore ? matcher.find() : matcher.lookingAt();
        });
    }

    /** Whether it matches a text; fails if the statement is to end. */
    boolean matches(EvaluationContext context, String text) {
        return tested(
                text,
                () -> pattern.matcher(new WatchedText(text, context.stop())).matches());
    }

    private boolean tested(String text, BooleanSupplier test) {
        try {
            return test.getAsBoolean();
        } catch (StackOverflowError tooDeep) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the regular expression needs too deep a recursion for this text: pattern="
                            + Errors.show(source()) + ", textCharacters=" + text.length()
                            + "; repeat single characters or classes rather than groups, as in [ab]* for (a|b)*",
                    tooDeep);
        }
    }
}
