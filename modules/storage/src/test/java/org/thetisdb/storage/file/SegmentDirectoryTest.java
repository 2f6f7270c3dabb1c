package org.thetisdb.storage.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.value.vector.VectorKind;

/** Directories of successive roots: what they say, what is written, and what they share in memory. */
final class SegmentDirectoryTest {
    private static final int FILE = 7;

    private final SharedBlocks blocks = new SharedBlocks();
    private final Map<Long, byte[]> written = new TreeMap<>();
    private long endOffset;

    private Extent append(MemorySegment bytes) {
        Extent extent = new Extent(FILE, endOffset, bytes.byteSize());
        written.put(endOffset, bytes.toArray(ValueLayout.JAVA_BYTE));
        endOffset += bytes.byteSize() + 7 & ~7L;
        return extent;
    }

    private SegmentDirectory read(Optional<Extent> place) {
        return place.map(extent -> SegmentDirectory.read(
                        where -> MemorySegment.ofArray(written.get(where.offset())),
                        extent,
                        _ -> Long.MAX_VALUE,
                        blocks))
                .orElse(SegmentDirectory.EMPTY);
    }

    private static Extent segment(long number) {
        return new Extent(3, 8 * number, 8);
    }

    private static ZoneMap zone(long values) {
        return new ZoneMap(VectorKind.INTEGER, values, 1, 2, 3, 0, 0, 4);
    }

    private static DirectoryDraft draft(Optional<Extent> place, SegmentDirectory directory) {
        return new DirectoryDraft(place.orElse(Extent.NONE), () -> directory);
    }

    @Test
    void successive_directories_share_all_blocks_but_those_that_change() {
        DirectoryDraft first = new DirectoryDraft();
        for (int chunk = 10; chunk < 10_000; chunk++) {
            first.put(chunk, segment(chunk), zone(chunk));
        }
        Optional<Extent> place = first.write(this::append);
        SegmentDirectory directory = read(place);
        int before = blocks.count();
        List<SegmentDirectory> kept = new ArrayList<>(List.of(directory));
        for (int root = 0; root < 20; root++) {
            DirectoryDraft next = draft(place, directory);
            next.put(100 + root, segment(20_000 + root), zone(5));
            next.put(10_000 + root, segment(30_000 + root), zone(5));
            place = next.write(this::append);
            directory = read(place);
            kept.add(directory);
        }

        assertThat(before).isEqualTo(157);
        assertThat(blocks.count()).isEqualTo(before + 2 * 20);
        assertThat(kept.getFirst().extent(100)).isEqualTo(segment(100));
        assertThat(kept.getLast().extent(100)).isEqualTo(segment(20_000));
        assertThat(kept.getLast().endChunk()).isEqualTo(10_020);
    }

    @Test
    void a_directory_that_begins_elsewhere_shares_what_is_alike() {
        DirectoryDraft first = new DirectoryDraft();
        for (int chunk = 64; chunk < 640; chunk++) {
            first.put(chunk, segment(chunk), zone(chunk));
        }
        Optional<Extent> place = first.write(this::append);
        SegmentDirectory former = read(place);
        DirectoryDraft next = draft(place, former);
        next.put(3, segment(1), zone(1));
        SegmentDirectory directory = read(next.write(this::append));

        assertThat(directory.firstChunk()).isEqualTo(3);
        assertThat(blocks.count()).isEqualTo(10);
        assertThat(former.has(3)).isFalse();
    }

    @Test
    void blocks_that_no_directory_has_are_forgotten() throws InterruptedException {
        for (int root = 0; root < 1000; root++) {
            DirectoryDraft draft = new DirectoryDraft();
            draft.put(1, segment(1000 + root), zone(1));
            assertThat(read(draft.write(this::append)).has(1)).isTrue();
        }
        for (int attempt = 0; blocks.count() > 2 && attempt < 100; attempt++) {
            System.gc();
            Thread.sleep(10);
            blocks.shared(new byte[8]);
        }
        assertThat(blocks.count()).isLessThanOrEqualTo(2);
    }

    @Test
    void what_was_put_removed_and_moved_in_random_order_is_found_in_each_root() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            TreeMap<Integer, SegmentDirectory.Entry> wanted = new TreeMap<>();
            Optional<Extent> place = Optional.empty();
            SegmentDirectory directory = SegmentDirectory.EMPTY;
            for (int root = 0; root < 6; root++) {
                DirectoryDraft draft = draft(place, directory);
                for (int step = random.nextInt(60); step > 0; step--) {
                    change(draft, wanted, random);
                }
                requireLive(draft, wanted, place);
                place = draft.write(this::append);
                directory = read(place);
                requireEqual(directory, wanted, "seed " + seed + ", root " + root);
            }
        }
    }

    private static void change(DirectoryDraft draft, TreeMap<Integer, SegmentDirectory.Entry> wanted, Random random) {
        int chunk = random.nextInt(200);
        if (random.nextInt(20) == 0) {
            draft.move(file -> file == 3, extent -> segment(extent.offset() / 8 + 1));
            wanted.replaceAll((_, entry) ->
                    new SegmentDirectory.Entry(segment(entry.extent().offset() / 8 + 1), entry.zoneMap()));
        } else if (random.nextInt(3) > 0) {
            draft.remove(chunk);
            wanted.remove(chunk);
        } else {
            Extent segment = segment(random.nextInt(1 << 20));
            draft.put(chunk, segment, zone(chunk));
            wanted.put(chunk, new SegmentDirectory.Entry(segment, zone(chunk)));
        }
    }

    private static void requireLive(
            DirectoryDraft draft, TreeMap<Integer, SegmentDirectory.Entry> wanted, Optional<Extent> place) {
        List<Extent> live = new ArrayList<>();
        draft.forEachLive(live::add);
        place.ifPresent(live::remove);
        assertThat(live)
                .containsExactlyInAnyOrderElementsOf(wanted.values().stream()
                        .map(SegmentDirectory.Entry::extent)
                        .toList());
        assertThat(draft.valueCount())
                .isEqualTo(wanted.values().stream()
                        .mapToLong(entry -> entry.zoneMap().valueCount())
                        .sum());
    }

    private static void requireEqual(
            SegmentDirectory directory, TreeMap<Integer, SegmentDirectory.Entry> wanted, String what) {
        assertThat(directory.firstChunk()).as(what).isEqualTo(wanted.isEmpty() ? 0 : wanted.firstKey());
        assertThat(directory.endChunk()).as(what).isEqualTo(wanted.isEmpty() ? 0 : wanted.lastKey() + 1);
        for (int chunk = 0; chunk < 300; chunk++) {
            SegmentDirectory.Entry entry = wanted.get(chunk);
            assertThat(directory.extent(chunk)).as(what).isEqualTo(entry == null ? Extent.NONE : entry.extent());
            assertThat(directory.offset(chunk))
                    .isEqualTo(directory.extent(chunk).offset());
            if (entry != null) {
                assertThat(directory.zoneMap(chunk)).as(what).isEqualTo(entry.zoneMap());
            }
        }
    }
}
