package org.thetisdb.engine.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.CodeCacheSummary;
import org.thetisdb.engine.CodeStore;
import org.thetisdb.engine.Compilation;
import org.thetisdb.engine.loop.EngineDigest;
import org.thetisdb.engine.loop.LoopArguments;
import org.thetisdb.engine.loop.LoopCode;
import org.thetisdb.engine.loop.LoopShape;
import org.thetisdb.engine.loop.Scalar;
import org.thetisdb.engine.loop.ShapeKey;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Goal: code and measurements of one process serve the next one, and nothing else ever does. Method: a store in memory,
 * whose files are damaged, exchanged and made up.
 */
final class CodeCacheTest {
    private static final int BATCH_ROWS = 1024;
    private static final long DEADLINE_NANOS = 60_000_000_000L;

    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final List<String> notices = new ArrayList<>();
    private final CodeStore store = new CodeStore() {
        @Override
        public boolean isOn() {
            return true;
        }

        @Override
        public Optional<byte[]> read(String name) {
            return Optional.ofNullable(files.get(name)).map(byte[]::clone);
        }

        @Override
        public void write(String name, byte[] bytes) {
            files.put(name, bytes.clone());
        }

        @Override
        public void visit(Consumer<byte[]> visitor) {
            files.values().forEach(visitor);
        }

        @Override
        public void notice(String text) {
            synchronized (notices) {
                notices.add(text);
            }
        }
    };

    private static FusedShape shape(Step.AggregateFunction function) {
        Scalar.Leaf leaf = new Scalar.Leaf(0, VectorKind.INTEGER, false, false);
        Vector sample = new Vector();
        sample.reset(VectorKind.INTEGER, BATCH_ROWS);
        LoopShape.Total total = new LoopShape.Total(function, Optional.of(leaf));
        LoopShape shape = new LoopShape(List.of(leaf), List.of(), List.of(), List.of(total));
        return new FusedShape(shape, List.of(), List.of(sample), List.of());
    }

    private static final FusedShape MAX = shape(Step.AggregateFunction.MAX);
    private static final ShapeKey KEY = MAX.shape().key();

    private static void await(BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - begin).as("nanoseconds waited").isLessThan(DEADLINE_NANOS);
            Thread.onSpinWait();
        }
    }

    private void remember(FusedShape shape, boolean isFaster) {
        try (Fusion first = new Fusion(Compilation.ADAPTIVE, store)) {
            first.remember(shape.shape(), isFaster, 1.5, 4.5);
            await(() -> files.containsKey(CodeCache.name(shape.shape().key())));
        }
    }

    /** What a new process knows of a shape. */
    private CompiledLoop lookUp(FusedShape shape) {
        try (Fusion next = new Fusion(Compilation.ADAPTIVE, store)) {
            CompiledLoop found = next.lookUp(shape).orElseThrow();
            await(() -> found.state() != CompiledLoop.State.REQUESTED && found.state() != CompiledLoop.State.WARMING);
            return found;
        }
    }

    private Optional<CodeRecord> read() {
        return new CodeCache(store).read(KEY);
    }

    @Test
    void loopThatWasFaster_isThereInTheNextProcess() {
        remember(MAX, true);
        CompiledLoop found = lookUp(MAX);
        assertThat(found.state()).isEqualTo(CompiledLoop.State.COMPILED);
        assertThat(found.isRetrieved()).isTrue();
        LoopArguments arguments = new LoopArguments(MAX.shape());
        Vector values = new Vector();
        values.reset(VectorKind.INTEGER, 3);
        System.arraycopy(new long[] {4, 9, -2}, 0, values.longs(), 0, 3);
        arguments.setLeaf(0, values);
        assertThat(found.loop().run(arguments, 3)).isZero();
        assertThat(arguments.totals).startsWith(3, 9);
        assertThat(notices).isEmpty();
    }

    @Test
    void loopThatWasSlower_isNotCompiled_andWhatIsNotKnownIsNot() {
        remember(MAX, false);
        CompiledLoop found = lookUp(MAX);
        assertThat(found.state()).isEqualTo(CompiledLoop.State.SLOWER);
        assertThat(found.isDefined()).isFalse();
        assertThat(found.nanosPerRow()).isEqualTo(1.5);
        assertThat(found.interpretedNanos()).isEqualTo(4.5);
        assertThat(read().orElseThrow().classLength()).as("nobody needs it").isZero();
        assertThat(lookUp(shape(Step.AggregateFunction.MIN)).state()).isEqualTo(CompiledLoop.State.UNKNOWN);
    }

    /** So many conditions that no loop has them all. */
    private static FusedShape absurd() {
        Scalar.Leaf leaf = new Scalar.Leaf(0, VectorKind.INTEGER, false, false);
        List<Scalar.Leaf> leaves = new ArrayList<>(List.of(leaf));
        List<Scalar> conditions = new ArrayList<>();
        for (int index = 1; index <= 30_000; index++) {
            Scalar.Leaf limit = new Scalar.Leaf(index, VectorKind.INTEGER, false, true);
            leaves.add(limit);
            conditions.add(new Scalar.Comparison(Expression.Comparison.Operator.GREATER, leaf, limit));
        }
        LoopShape shape = new LoopShape(leaves, List.of(conditions), List.of(), List.of());
        return new FusedShape(shape, List.of(), List.of(), List.of());
    }

    @Test
    void shape_thatIsTooLong_isNotTriedAgain() {
        FusedShape absurd = absurd();
        ShapeKey key = absurd.shape().key();
        try (Fusion first = new Fusion(Compilation.ADAPTIVE, store)) {
            CompiledLoop made = first.request(absurd).orElseThrow();
            await(() -> files.containsKey(CodeCache.name(key)));
            assertThat(made.reason()).startsWith("its loop is too long: steps=");
        }
        CodeRecord kept = new CodeCache(store).read(key).orElseThrow();
        assertThat(kept.verdict()).isEqualTo(CodeRecord.Verdict.TOO_LONG);
        assertThat(kept.classLength()).isZero();
        try (Fusion next = new Fusion(Compilation.ADAPTIVE, store)) {
            CompiledLoop found = next.lookUp(absurd).orElseThrow();
            await(() -> found.state() != CompiledLoop.State.REQUESTED);
            assertThat(found.state()).isEqualTo(CompiledLoop.State.REFUSED);
            assertThat(found.reason()).contains("an earlier process");
            await(() -> next.loopCount() == 1);
            assertThat(next.request(absurd)).as("another place").contains(found);
        }
        assertThat(notices).isEmpty();
    }

    /** A place that finds the refusal has no more to do with loops. */
    @Test
    void place_whoseShapeWasRefusedBefore_isRefused() {
        new CodeCache(store).write(KEY, CodeRecord.tooLong(KEY));
        try (Fusion next = new Fusion(Compilation.ADAPTIVE, store)) {
            FuseSite site = new FuseSite(next);
            Turns.Slice slice = site.first();
            long begin = System.nanoTime();
            while (!site.text().contains("an earlier process") && System.nanoTime() - begin < DEADLINE_NANOS) {
                if (slice.wantsShape()) {
                    site.offer(MAX);
                }
                slice = site.next(slice, BATCH_ROWS, 1_000_000);
            }
            assertThat(site.text()).isEqualTo("not compiled: its loop is too long, as an earlier process has found");
            assertThat(slice.wantsShape()).isFalse();
        }
    }

    @Test
    void verdict_thatNoThetisHasWritten_isIgnored() {
        byte[] maker = EngineDigest.own().orElseThrow();
        byte[] strange = CodeFileLayout.encode(maker, CodeRecord.slower(KEY, 1, 2));
        strange[64] = 9;
        assertThat(CodeFileLayout.decode(strange)).isEmpty();
    }

    /** As of a query whose filters are all of one shape. */
    @Test
    void placesOfOneShape_waitForOneAnswer() {
        remember(MAX, true);
        try (Fusion next = new Fusion(Compilation.ADAPTIVE, store)) {
            CompiledLoop first = next.lookUp(MAX).orElseThrow();
            for (int place = 0; place < 5; place++) {
                assertThat(next.lookUp(MAX))
                        .as("as long as it is on its way, and then")
                        .contains(first);
            }
            await(() -> first.state() == CompiledLoop.State.COMPILED);
            assertThat(next.lookUp(MAX)).contains(first);
        }
    }

    @Test
    void summary_countsByVerdict() {
        CodeCache cache = new CodeCache(store);
        assertThat(cache.summary()).isEqualTo(CodeCacheSummary.EMPTY);
        ShapeKey min = shape(Step.AggregateFunction.MIN).shape().key();
        ShapeKey sum = shape(Step.AggregateFunction.SUM).shape().key();
        cache.write(KEY, CodeRecord.faster(KEY, new byte[7], 1, 2));
        cache.write(min, CodeRecord.slower(min, 2, 1));
        cache.write(sum, CodeRecord.tooLong(sum));
        files.put("damaged", new byte[10]);
        files.put("foreign", CodeFileLayout.encode(new byte[EngineDigest.BYTES], CodeRecord.slower(KEY, 1, 2)));
        CodeCacheSummary summary = cache.summary();
        assertThat(summary.fileCount()).isEqualTo(5);
        assertThat(summary.bytes())
                .isEqualTo(
                        files.values().stream().mapToLong(bytes -> bytes.length).sum());
        assertThat(summary).isEqualTo(new CodeCacheSummary(summary.bytes(), 1, 1, 1, 2));
        assertThat(notices).isEmpty();
        try (Fusion without = new Fusion(Compilation.ADAPTIVE)) {
            assertThat(without.cached()).isEmpty();
        }
    }

    @Test
    void file_whoseBytesAreChanged_isIgnored() {
        remember(MAX, true);
        byte[] sound = files.get(CodeCache.name(KEY));
        assertThat(read()).isPresent();
        for (int index = 0; index < sound.length; index++) {
            for (int bits : new int[] {1, 0x80, 0xFF}) {
                byte[] damaged = sound.clone();
                damaged[index] ^= (byte) bits;
                files.put(CodeCache.name(KEY), damaged);
                notices.clear();
                assertThat(read()).as("byte %d", index).isEmpty();
                assertThat(notices).as("byte %d", index).hasSize(1);
            }
        }
        for (int length = 0; length < sound.length; length++) {
            files.put(CodeCache.name(KEY), Arrays.copyOf(sound, length));
            assertThat(read()).as("length %d", length).isEmpty();
        }
        files.put(CodeCache.name(KEY), Arrays.copyOf(sound, sound.length + 1));
        assertThat(read()).isEmpty();
        assertThat(lookUp(MAX).state()).isEqualTo(CompiledLoop.State.UNKNOWN);
    }

    @Test
    void file_ofAnotherBuildOrJdk_isIgnored() {
        CodeRecord code = CodeRecord.faster(KEY, LoopCode.bytes(MAX.shape()), 1, 2);
        files.put(CodeCache.name(KEY), CodeFileLayout.encode(new byte[EngineDigest.BYTES], code));
        assertThat(read()).isEmpty();
        assertThat(notices).singleElement().asString().contains("another build of Thetis or another JDK");
    }

    @Test
    void fileOfTheSameName_butAnotherKey_isAnotherShapes() {
        FusedShape min = shape(Step.AggregateFunction.MIN);
        remember(min, true);
        files.put(CodeCache.name(KEY), files.get(CodeCache.name(min.shape().key())));
        assertThat(read()).isEmpty();
        assertThat(lookUp(MAX).state()).isEqualTo(CompiledLoop.State.UNKNOWN);
    }

    /** Whatever a file says that is sound: a class that is none, or no loop, is compiled again. */
    @Test
    void classThatIsNone_orNoLoop_isCompiledAgain() {
        byte[] code = LoopCode.bytes(MAX.shape());
        byte[] unverifiable = code.clone();
        unverifiable[lastReturn(code)] = (byte) 0xAC;
        byte[] other = ClassFile.of()
                .build(
                        ClassDesc.of(LoopCode.class.getPackageName(), "Other"),
                        type -> type.withSuperclass(ClassDesc.of(Object.class.getName())));
        for (byte[] wrong : List.of(new byte[0], new byte[100], Arrays.copyOf(code, 200), unverifiable, other)) {
            new CodeCache(store).write(KEY, CodeRecord.faster(KEY, wrong, 1, 2));
            notices.clear();
            CompiledLoop found = lookUp(MAX);
            assertThat(found.state()).isEqualTo(CompiledLoop.State.COMPILED);
            assertThat(found.isRetrieved()).isFalse();
            assertThat(notices).singleElement().asString().contains("cannot be defined");
        }
    }

    /** Where a long is returned; there will be an int instead. */
    private static int lastReturn(byte[] code) {
        int at = code.length - 1;
        while (code[at] != (byte) 0xAD) {
            at--;
        }
        return at;
    }

    /** The layout is what FORMAT.md draws. */
    @Test
    void sizes_areThoseOfTheLayout() {
        byte[] bytes = CodeFileLayout.encode(
                new byte[EngineDigest.BYTES],
                new CodeRecord(new byte[5], CodeRecord.Verdict.FASTER, new byte[7], 1, 2));
        assertThat(CodeFileLayout.HEADER_BYTES).isEqualTo(80);
        assertThat(bytes).hasSize(80 + 5 + 7).startsWith('T', 'H', 'E', 'T', 'I', 'S', 'L', 'C', 2, 0, 0, 0);
        CodeRecord decoded = CodeFileLayout.decode(bytes).orElseThrow();
        assertThat(decoded.keyLength()).isEqualTo(5);
        assertThat(decoded.classLength()).isEqualTo(7);
        assertThat(decoded.verdict()).isEqualTo(CodeRecord.Verdict.FASTER);
        assertThat(bytes[64]).isEqualTo((byte) 1);
        assertThat(decoded.compiledNanos()).isEqualTo(1);
        assertThat(decoded.interpretedNanos()).isEqualTo(2);
    }

    /** A place asks soon for what was faster, and late for what was not. */
    @Test
    void place_knowsWhatWasMeasuredBefore() {
        remember(MAX, false);
        try (Fusion next = new Fusion(Compilation.ADAPTIVE, store)) {
            FuseSite site = new FuseSite(next);
            long spentMillis = spentMillisUntilRequested(site);
            assertThat(spentMillis).isGreaterThan(32 * next.costNanos() / 2_000_000);
        }
        remember(MAX, true);
        try (Fusion next = new Fusion(Compilation.ADAPTIVE, store)) {
            assertThat(spentMillisUntilRequested(new FuseSite(next))).isLessThan(20);
        }
    }

    /** What the interpreter had to take until a loop was on its way; made-up times. */
    private static long spentMillisUntilRequested(FuseSite site) {
        Turns.Slice slice = site.first();
        long begin = System.nanoTime();
        for (long millis = 0; System.nanoTime() - begin < DEADLINE_NANOS; millis++) {
            if (slice.wantsShape()) {
                site.offer(MAX);
                CompiledLoop code = site.variant().orElseThrow().code();
                await(() -> code.state() != CompiledLoop.State.REQUESTED);
                if (code.isDefined()) {
                    return millis;
                }
            }
            slice = site.next(
                    slice, (long) slice.measured() * BATCH_ROWS, 1_000_000L * slice.measured() / slice.batches());
        }
        throw new AssertionError("nothing was requested");
    }

    @Test
    void choiceThatIsMade_isWritten() {
        try (Fusion first = new Fusion(Compilation.ADAPTIVE, store)) {
            FuseSite site = new FuseSite(first);
            spentMillisUntilRequested(site);
            Turns.Slice slice = site.first();
            long begin = System.nanoTime();
            while (files.isEmpty() && System.nanoTime() - begin < DEADLINE_NANOS) {
                long rows = (long) slice.measured() * BATCH_ROWS;
                slice = site.next(slice, rows, rows * (slice.isFused() ? 2 : 7));
            }
        }
        assertThat(read().orElseThrow().verdict()).isEqualTo(CodeRecord.Verdict.FASTER);
        assertThat(read().orElseThrow().interpretedNanos()).isEqualTo(7);
    }
}
