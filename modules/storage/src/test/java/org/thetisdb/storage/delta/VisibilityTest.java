package org.thetisdb.storage.delta;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibilityTest {
    private static final int VERSION_COUNT = 3_000;

    private static RelationshipVersion chain(int count) {
        RelationshipVersion head = null;
        for (int index = 1; index <= count; index++) {
            // Every second revision, so that some are asked for that nobody wrote at.
            head = new RelationshipVersion(new Stamp(2L * index), head, Properties.NONE);
        }
        return head;
    }

    private static RelationshipVersion oneByOne(RelationshipVersion head, long revision) {
        RelationshipVersion version = head;
        while (version != null && version.stamp().revision() > revision) {
            version = version.older();
        }
        return version;
    }

    @Test
    void newest_everyRevisionOfChainsOfEveryLength_isWhatAWalkFinds() {
        for (int count = 0; count <= 70; count++) {
            RelationshipVersion head = chain(count);
            for (long revision = 0; revision <= 2L * count + 1; revision++) {
                assertThat(new Visibility(revision, Stamp.NOBODY).newest(head))
                        .as("count=%d, revision=%d", count, revision)
                        .isSameAs(oneByOne(head, revision));
            }
        }
    }

    @Test
    void newest_ownUncommittedHead_isSeenByItsTransactionAlone() {
        Stamp own = new Stamp();
        RelationshipVersion committed = chain(20);
        RelationshipVersion head = new RelationshipVersion(own, committed, Properties.NONE);
        assertThat(new Visibility(40, own).newest(head)).isSameAs(head);
        assertThat(new Visibility(40, Stamp.NOBODY).newest(head)).isSameAs(committed);
        assertThat(new Visibility(3, Stamp.NOBODY).newest(head)).isSameAs(oneByOne(committed, 3));
    }

    @Test
    void jump_longChain_takesFewStepsToAnyRevision() {
        RelationshipVersion head = chain(VERSION_COUNT);
        for (long revision = 1; revision < 2L * VERSION_COUNT; revision += 37) {
            int steps = 0;
            RelationshipVersion version = head;
            while (version != null && version.stamp().revision() > revision) {
                RelationshipVersion jump = version.jump();
                version = jump != null && jump.stamp().revision() > revision ? jump : version.older();
                steps++;
            }
            assertThat(steps).as("revision=%d", revision).isLessThan(40);
        }
    }
}
