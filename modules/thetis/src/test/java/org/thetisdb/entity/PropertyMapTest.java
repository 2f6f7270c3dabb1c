package org.thetisdb.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

/** Goal: a map of properties is as any unmodifiable map. Method: of each size beside a linked map. */
final class PropertyMapTest {
    private static final int SIZES = 30;

    @Test
    void of_anySize_isAsALinkedMap() {
        for (int size = 0; size < SIZES; size++) {
            String[] keys = new String[size];
            Object[] values = new Object[size];
            Arrays.setAll(keys, index -> "key " + index * 7 % SIZES);
            Arrays.setAll(values, index -> (long) index);
            Map<String, Object> expected = new LinkedHashMap<>();
            for (int index = 0; index < size; index++) {
                expected.put(keys[index], values[index]);
            }
            Map<String, Object> map = PropertyMap.of(keys, values);
            assertThat(map).isEqualTo(expected).hasSameHashCodeAs(expected).hasToString(expected.toString());
            assertThat(new ArrayList<>(map.keySet())).isEqualTo(new ArrayList<>(expected.keySet()));
            List<String> visited = new ArrayList<>();
            map.forEach((key, value) -> visited.add(key + value));
            assertThat(visited).hasSize(size);
            for (int index = 0; index < SIZES; index++) {
                assertThat(map.get("key " + index)).isEqualTo(expected.get("key " + index));
                assertThat(map.containsKey("key " + index)).isEqualTo(expected.containsKey("key " + index));
            }
            assertThat(map.get(null)).isNull();
            assertThatThrownBy(() -> map.put("key 0", 1)).isInstanceOf(UnsupportedOperationException.class);
            Iterator<Map.Entry<String, Object>> entries = map.entrySet().iterator();
            for (int index = 0; index < size; index++) {
                entries.next();
            }
            assertThatThrownBy(entries::next).isInstanceOf(NoSuchElementException.class);
        }
    }
}
