package org.thetisdb.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpoolRoomTest {
    @Test
    void enlarge_doublesUpToTheMost_andAllIsGivenBack() {
        SpoolRoom room = new SpoolRoom(100, 500, 10_000);
        int bytes = room.pieceBytes();
        for (int expected : new int[] {200, 400, 500, 500}) {
            bytes = room.enlarge(bytes);
            assertThat(bytes).isEqualTo(expected);
        }
        assertThat(room.lentBytes()).isEqualTo(400);
        room.giveBack(bytes);
        assertThat(room.lentBytes()).isZero();
    }

    @Test
    void enlarge_nothingIsLeft_staysAsItIs() {
        SpoolRoom room = new SpoolRoom(100, 500, 250);
        int first = room.enlarge(100);
        assertThat(room.enlarge(first)).isEqualTo(first);
        assertThat(room.enlarge(100)).isEqualTo(200);
        assertThat(room.enlarge(100)).isEqualTo(100);
        room.giveBack(first);
        assertThat(room.enlarge(100)).isEqualTo(200);
    }
}
