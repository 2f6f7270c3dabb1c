package org.thetisdb.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Goal: a code that a user looks up is one thing, an error or a notification. Method: all of them, side by side. */
final class CodesTest {
    @Test
    void codes_ofErrorsAndNotifications_differ() {
        List<String> codes = new ArrayList<>();
        for (ErrorCode each : ErrorCode.values()) {
            codes.add(each.code());
        }
        for (NotificationCode each : NotificationCode.values()) {
            codes.add(each.code());
        }
        assertThat(codes).doesNotHaveDuplicates().allMatch(code -> code.matches("THETIS-[1-9][0-9]{3}"));
    }
}
