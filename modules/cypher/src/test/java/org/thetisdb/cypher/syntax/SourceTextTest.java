package org.thetisdb.cypher.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.value.ThetisException.Position;

class SourceTextTest {
    @Test
    void position_behindEachKindOfLineEnd_isOnTheNextLine() {
        SourceText source = new SourceText("ab\nc\r\nd\re\n");

        assertThat(source.position(0)).isEqualTo(new Position(0, 1, 1));
        assertThat(source.position(2)).isEqualTo(new Position(2, 1, 3));
        assertThat(source.position(3)).isEqualTo(new Position(3, 2, 1));
        assertThat(source.position(5)).isEqualTo(new Position(5, 2, 3));
        assertThat(source.position(6)).isEqualTo(new Position(6, 3, 1));
        assertThat(source.position(8)).isEqualTo(new Position(8, 4, 1));
        assertThat(source.position(10)).isEqualTo(new Position(10, 5, 1));
    }

    @Test
    void position_behindTheEnd_isTheEnd() {
        assertThat(new SourceText("ab").position(7)).isEqualTo(new Position(2, 1, 3));
        assertThat(new SourceText("").position(0)).isEqualTo(new Position(0, 1, 1));
    }
}
