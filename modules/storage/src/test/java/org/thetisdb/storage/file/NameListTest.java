package org.thetisdb.storage.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NameListTest {
    @Test
    void aListStaysAsItIs_whenItsSuccessorsGrow() {
        List<NameList<String>> lists = new ArrayList<>(List.of(NameList.ofNames()));
        for (int count = 0; count < 100; count++) {
            lists.add(lists.getLast().with("name " + count));
        }
        for (int count = 0; count <= 100; count++) {
            NameList<String> list = lists.get(count);
            assertThat(list.count()).isEqualTo(count);
            for (int id = 0; id < 100; id++) {
                if (id < count) {
                    assertThat(list.id("name " + id)).hasValue(id);
                    assertThat(list.get(id)).isEqualTo("name " + id);
                } else {
                    assertThat(list.id("name " + id)).isEmpty();
                }
            }
            assertThatThrownBy(() -> list.get(list.count())).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void aCopy_growsByItself() {
        NameList<String> list = NameList.ofNames().with("a");
        NameList<String> copy = list.copy().with("b");
        list = list.with("c");
        assertThat(copy.id("b")).hasValue(1);
        assertThat(copy.id("c")).isEmpty();
        assertThat(list.id("c")).hasValue(1);
        assertThat(list.id("b")).isEmpty();
    }

    @Test
    void labelSets_areFoundByWhatIsInThem() {
        NameList<int[]> sets = NameList.ofLabelSets().with(new int[] {}).with(new int[] {1, 2});
        assertThat(sets.id(new int[] {1, 2})).hasValue(1);
        assertThat(sets.id(new int[0])).hasValue(0);
        assertThat(sets.id(new int[] {2})).isEmpty();
    }
}
