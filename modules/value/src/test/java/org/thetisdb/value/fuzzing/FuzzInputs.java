package org.thetisdb.value.fuzzing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/**
 * Runs a target over kept inputs and over seeded mutations of them. It knows nothing of coverage and so finds far less
 * than a fuzzer that does; it is the part that always runs, and keeps what was once found from coming back.
 */
public final class FuzzInputs {
    private static final int INPUT_BYTES_MAX = 4_096;
    private static final int MUTATION_COUNT_MAX = 6;
    private static final byte[] TELLING = {0, 1, 9, 10, 13, 32, 34, 39, 44, 64, 96, 127, -128, -1};

    private final List<byte[]> kept;
    private final Random random;

    private FuzzInputs(List<byte[]> kept, long seed) {
        this.kept = kept;
        this.random = new Random(seed);
    }

    /**
     * Runs all kept inputs and then {@code mutationCount} mutations of them.
     *
     * @throws AssertionError with the input in Base64 and the seed, if the target throws
     */
    public static void run(FuzzTarget target, List<byte[]> kept, long seed, int mutationCount) {
        FuzzInputs inputs = new FuzzInputs(kept, seed);
        for (byte[] input : kept) {
            inputs.runOne(target, input, "kept input");
        }
        for (int number = 0; number < mutationCount; number++) {
            inputs.runOne(target, inputs.mutated(), "thetis.seed=" + seed + ", number=" + number);
        }
    }

    /**
     * The inputs that a target keeps: lines of Base64 in the resource of its name, {@code XFuzz.txt}, beside its class;
     * a line that begins with {@code #} says what the next ones have found.
     */
    public static List<byte[]> kept(Class<?> target) {
        String name = target.getSimpleName() + ".txt";
        try (InputStream stream = target.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("no kept inputs: resource=" + name + ", target=" + target.getName());
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> Base64.getDecoder().decode(line.strip()))
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The seed of this run: {@code -Dthetis.seed}, or a fresh one, which a failure prints. */
    public static long seed() {
        return Long.getLong("thetis.seed", new Random().nextLong());
    }

    private void runOne(FuzzTarget target, byte[] input, String origin) {
        try {
            target.run(input.clone());
        } catch (Exception | Error defect) {
            String text = Base64.getEncoder().encodeToString(input);
            throw new AssertionError(origin + ", input in Base64: " + text + ": " + defect, defect);
        }
    }

    private byte[] mutated() {
        byte[] input = kept.get(random.nextInt(kept.size())).clone();
        for (int count = 1 + random.nextInt(MUTATION_COUNT_MAX); count > 0; count--) {
            input = mutate(input);
        }
        return input;
    }

    private byte[] mutate(byte[] input) {
        int at = random.nextInt(input.length + 1);
        int length = Math.min(input.length - at, 1 + random.nextInt(16));
        return switch (random.nextInt(6)) {
            case 0 -> splice(input, at, length, new byte[0]);
            case 1 -> splice(input, at, 0, piece(input));
            case 2 -> splice(input, at, 0, piece(kept.get(random.nextInt(kept.size()))));
            case 3 -> splice(input, at, Math.min(length, 1), new byte[] {TELLING[random.nextInt(TELLING.length)]});
            case 4 -> splice(input, at, Math.min(length, 1), new byte[] {(byte) random.nextInt()});
            default -> splice(input, at, length, piece(kept.get(random.nextInt(kept.size()))));
        };
    }

    private byte[] piece(byte[] from) {
        int at = random.nextInt(from.length + 1);
        int length = Math.min(from.length - at, 1 + random.nextInt(32));
        byte[] piece = new byte[length];
        System.arraycopy(from, at, piece, 0, length);
        return piece;
    }

    private static byte[] splice(byte[] input, int at, int removed, byte[] inserted) {
        ByteArrayOutputStream output = new ByteArrayOutputStream(input.length + inserted.length);
        output.write(input, 0, at);
        output.writeBytes(inserted);
        output.write(input, at + removed, input.length - at - removed);
        byte[] result = output.toByteArray();
        return result.length <= INPUT_BYTES_MAX ? result : input;
    }
}
