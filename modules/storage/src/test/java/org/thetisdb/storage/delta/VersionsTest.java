package org.thetisdb.storage.delta;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.storage.arena.PropertyDraft;
import org.thetisdb.storage.arena.RecordArena;

final class VersionsTest {
    private static final int VERSION_COUNT = 3_000;

    private static final MemoryAccount ACCOUNT =
            MemoryGovernor.of(MemoryBudget.ofBytes(1L << 30)).account(MemoryUse.CHANGES);

    private final RecordArena arena = new RecordArena(ACCOUNT);
    private final StampTable stamps = new StampTable(arena, 0);
    private final Versions versions = new Versions(arena, stamps);
    private final PropertyDraft draft = new PropertyDraft();

    private int put(Stamp stamp, int head) {
        return versions.make(arena, stamps.add(stamp), head, draft);
    }

    private int chain(int count) {
        int head = RecordArena.NONE;
        for (int index = 1; index <= count; index++) {
            // Every second revision, so that some are asked for that nobody wrote at.
            head = put(new Stamp(2L * index), head);
        }
        return head;
    }

    private int oneByOne(int head, long revision) {
        int version = head;
        while (version != RecordArena.NONE && stamps.revision(versions.stamp(version)) > revision) {
            version = versions.older(version);
        }
        return version;
    }

    @Test
    void newest_everyRevisionOfChainsOfEveryLength_isWhatAWalkFinds() {
        for (int count = 0; count <= 70; count++) {
            int head = chain(count);
            for (long revision = 0; revision <= 2L * count + 1; revision++) {
                assertThat(versions.newest(head, new Visibility(revision, Stamp.NOBODY)))
                        .as("count=%d, revision=%d", count, revision)
                        .isEqualTo(oneByOne(head, revision));
            }
        }
    }

    @Test
    void newest_ownUncommittedHead_isSeenByItsTransactionAlone() {
        Stamp own = new Stamp();
        int committed = chain(20);
        int head = put(own, committed);
        assertThat(versions.newest(head, new Visibility(40, own))).isEqualTo(head);
        assertThat(versions.newest(head, new Visibility(40, Stamp.NOBODY))).isEqualTo(committed);
        assertThat(versions.newest(head, new Visibility(3, Stamp.NOBODY))).isEqualTo(oneByOne(committed, 3));
        assertThat(versions.stamp(head)).isPositive();
        own.commit(41);
        assertThat(versions.newest(head, new Visibility(40, Stamp.NOBODY))).isEqualTo(committed);
        assertThat(versions.stamp(head))
                .as("a mark that was met after its commit")
                .isEqualTo(-41);
        assertThat(versions.newest(head, new Visibility(41, Stamp.NOBODY))).isEqualTo(head);
    }

    @Test
    void jump_longChain_takesFewStepsToAnyRevision() {
        int head = chain(VERSION_COUNT);
        for (long revision = 1; revision < 2L * VERSION_COUNT; revision += 37) {
            int steps = 0;
            int version = head;
            while (version != RecordArena.NONE && stamps.revision(versions.stamp(version)) > revision) {
                int jump = versions.jump(version);
                version = jump != RecordArena.NONE && stamps.revision(versions.stamp(jump)) > revision
                        ? jump
                        : versions.older(version);
                steps++;
            }
            assertThat(steps).as("revision=%d", revision).isLessThan(40);
        }
    }

    @Test
    void draft_propertiesOnTopOfOthers_areMerged() {
        versions.draft(0, new int[] {1, 3, 5}, new Object[] {1L, "three", null}, true, draft);
        int older = put(new Stamp(1), RecordArena.NONE);
        assertThat(versions.keys(older)).containsExactly(1, 3, 5);
        assertThat(versions.isRemoved(older, 2)).isTrue();
        versions.draft(older, new int[] {0, 3, 7}, new Object[] {true, null, "x".repeat(70_000)}, true, draft);
        int head = put(new Stamp(2), older);
        assertThat(versions.keys(head)).containsExactly(0, 1, 3, 5, 7);
        assertThat(versions.valueOf(head, 0)).isEqualTo(true);
        assertThat(versions.valueOf(head, 1)).isEqualTo(1L);
        assertThat(versions.valueOf(head, 3)).isNull();
        assertThat(versions.valueOf(head, 7)).isEqualTo("x".repeat(70_000));
        versions.draft(head, new int[] {1}, new Object[] {null}, false, draft);
        int kept = put(new Stamp(3), head);
        assertThat(versions.keys(kept)).containsExactly(0, 7);
    }
}
