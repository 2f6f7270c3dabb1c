package org.thetisdb.io.memory;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * How many bytes of memory a database may hold, and why so many.
 *
 * @param bytes at least {@link #BYTES_MIN}
 * @param source where the figure came from, in words for users
 */
public record MemoryBudget(long bytes, String source) {
    /** The smallest budget: below a few pages per reader nothing can make progress without overrunning it. */
    public static final long BYTES_MIN = 64 << 10;

    /** A guest gets this share of what the heap of its host leaves; the rest is for other programs. */
    private static final int DEFAULT_DIVISOR = 2;

    /** What a guest gets at least by default, as a share of all memory, even where the heap claims everything. */
    private static final int DEFAULT_FLOOR_DIVISOR = 8;

    /** What a process takes beside the budget: the JVM, compiled code, stacks, buffers of libraries. */
    public static final long PROCESS_BYTES = 120L << 20;

    private static final Pattern TEXT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([a-z%]*)");

    /**
     * Checks that it is large enough to work with.
     *
     * @throws ThetisException {@link ErrorCode#USAGE} if it is not
     */
    public MemoryBudget {
        if (bytes < BYTES_MIN) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "memory budget is too small: bytes=" + bytes + ", minimum=" + BYTES_MIN + "; give at least 64KiB");
        }
    }

    /**
     * {@return a budget that the program sets}
     *
     * @param bytes at least {@link #BYTES_MIN}
     */
    public static MemoryBudget ofBytes(long bytes) {
        return new MemoryBudget(bytes, "set by the program");
    }

    /**
     * Reads a user's text: a number with {@code k}, {@code m}, {@code g}, {@code t} (also {@code KiB}, {@code kb}, …;
     * all are powers of 1024) or none for bytes, or a percentage of the memory that this process may use.
     *
     * @param text such as {@code 512MiB}, {@code 2g} or {@code 25%}
     * @param environment what a percentage is of
     * @return the budget, which says where it came from
     * @throws ThetisException {@link ErrorCode#USAGE} if the text is none of these or too small
     */
    public static MemoryBudget parse(String text, MemoryEnvironment environment) {
        Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw unreadable(text);
        }
        double number = Double.parseDouble(matcher.group(1));
        String unit = matcher.group(2);
        if (unit.equals("%") && number > 100) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "memory budget is more than there is: text=" + text.strip() + "; give at most 100%");
        }
        if (unit.equals("%")) {
            return new MemoryBudget(
                    (long) (environment.usableBytes() * number / 100),
                    text.strip() + " of " + format(environment.usableBytes()) + " (" + environment.source() + ")");
        }
        int shift = switch (unit) {
            case "", "b" -> 0;
            case "k", "kb", "kib" -> 10;
            case "m", "mb", "mib" -> 20;
            case "g", "gb", "gib" -> 30;
            case "t", "tb", "tib" -> 40;
            default -> throw unreadable(text);
        };
        return new MemoryBudget((long) (number * (1L << shift)), "given as " + text.strip());
    }

    /**
     * How much to use where nobody says it. In a process of Thetis' own, heap included: half of the memory, or less
     * where the JVM itself would not find room beside it. In a program that embeds Thetis: half of what the JVM's
     * largest heap leaves.
     *
     * @param environment how much memory there is
     * @param heap the JVM's
     * @return the budget, which says where it came from
     */
    public static MemoryBudget byDefault(MemoryEnvironment environment, JvmHeap heap) {
        long usable = environment.usableBytes();
        if (heap.isOwn()) {
            long bytes = Math.clamp(usable - PROCESS_BYTES, usable / 4, usable / 2);
            return new MemoryBudget(
                    Math.max(bytes, BYTES_MIN),
                    "default: of " + format(usable) + " (" + environment.source() + "), heap included");
        }
        long left = usable - environment.heapBytesMax();
        long bytes = Math.max(left / DEFAULT_DIVISOR, usable / DEFAULT_FLOOR_DIVISOR);
        return new MemoryBudget(
                Math.max(bytes, BYTES_MIN),
                "default: half of " + format(usable) + " (" + environment.source() + ") less "
                        + format(environment.heapBytesMax()) + " heap");
    }

    /**
     * Whether the budget and the heap of the JVM suit the memory there is and each other.
     *
     * @param heap the JVM's
     * @param environment how much memory there is; not asked in a process of Thetis' own, which its launcher has made
     *     fit, and which is to start quickly
     * @return nothing if they do; else what is wrong, and what to do about it
     */
    public Optional<String> misfit(JvmHeap heap, Supplier<MemoryEnvironment> environment) {
        if (heap.isOwn()) {
            return Optional.empty();
        }
        long usableBytes = environment.get().usableBytes();
        // Half of the budget at most is on the heap, and counts there.
        long needed = heap.bytesMax() + bytes / 2;
        return needed >= 0 && needed <= usableBytes
                ? Optional.empty()
                : Optional.of("the heap and what a database may hold outside it are more than the memory there is: "
                        + "heapBytesMax=" + heap.bytesMax() + ", memoryBytes=" + bytes + ", usableBytes="
                        + usableBytes + "; start with a smaller -Xmx, or give the database less (withMemory)");
    }

    private static ThetisException unreadable(String text) {
        return new ThetisException(
                ErrorCode.USAGE, "memory budget cannot be read: text=" + text + "; write 512MiB, 2g or 25%");
    }

    /** One digit after the point, by hand: a formatter costs a cold process 20 ms. */
    static String format(long bytes) {
        boolean large = bytes >= 1L << 30;
        long tenths = Math.round(bytes * 10.0 / (1L << (large ? 30 : 20)));
        return tenths / 10 + "." + tenths % 10 + (large ? " GiB" : " MiB");
    }

    @Override
    public String toString() {
        return format(bytes) + " (" + source + ")";
    }
}
