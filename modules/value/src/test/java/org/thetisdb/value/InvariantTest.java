package org.thetisdb.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class InvariantTest {
    @Test
    void check_thatHolds_isSilent() {
        Invariant.check(true, "all is well");
        Invariant.check(true, "all is well", "rows", 1);
        Invariant.check(true, "all is well", "rows", 1, "columns", 2);
    }

    @Test
    void check_thatDoesNotHold_isADefectWithItsFigures() {
        assertThatThrownBy(() -> Invariant.check(false, "rows are whole", "rows", 1, "columns", 2))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        broken -> assertThat(broken.code()).isEqualTo(ErrorCode.INTERNAL))
                .hasMessageContaining("a defect of Thetis")
                .hasMessageEndingWith("rows are whole: rows=1, columns=2");
        assertThatThrownBy(() -> Invariant.check(false, "rows are whole", "rows", 1))
                .hasMessageEndingWith("rows are whole: rows=1");
        assertThatThrownBy(() -> Invariant.check(false, "rows are whole")).hasMessageEndingWith("rows are whole");
    }

    @Test
    void present_whatIsThere_isGivenBackAndNullIsADefect() {
        assertThat(Invariant.present("rows", "there are rows")).isEqualTo("rows");
        assertThatThrownBy(() -> Invariant.present(null, "there are rows"))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        broken -> assertThat(broken.code()).isEqualTo(ErrorCode.INTERNAL))
                .hasMessageEndingWith("there are rows");
    }

    /** Half of the invariants are asserts: a run of the tests without them would prove little. */
    @Test
    void assertions_inTests_areEnabled() {
        assertThat(InvariantTest.class.desiredAssertionStatus()).isTrue();
    }
}
