package org.thetisdb.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.EngineVariant.Verification;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class EngineVariantTest {
    @Test
    void text_ofEachVariant_isReadAsTheSame() {
        for (boolean trusted : new boolean[] {true, false}) {
            for (boolean forced : new boolean[] {true, false}) {
                for (Verification verification : Verification.values()) {
                    EngineVariant variant = EngineVariant.USUAL.withVerification(verification);
                    variant = trusted ? variant : variant.withoutTrustInCounts();
                    variant = forced ? variant.withExchangesForced() : variant;
                    assertThat(EngineVariant.parse(variant.text())).isEqualTo(variant);
                    EngineVariant chained = variant.withChainMorsels(3);
                    assertThat(EngineVariant.parse(chained.text())).isEqualTo(chained);
                    EngineVariant spilling = variant.withShareBytesMax(0);
                    assertThat(EngineVariant.parse(spilling.text())).isEqualTo(spilling);
                    for (Compilation compilation : List.of(
                            Compilation.NEVER, Compilation.ALWAYS, Compilation.switching(3), Compilation.random(9))) {
                        EngineVariant compiled = variant.withCompilation(compilation);
                        assertThat(EngineVariant.parse(compiled.text())).isEqualTo(compiled);
                    }
                    EngineVariant seeded = variant.withPlanSeed(Long.MIN_VALUE);
                    assertThat(EngineVariant.parse(seeded.text())).isEqualTo(seeded);
                }
            }
        }
    }

    @Test
    void text_saysWhatIsNotUsual() {
        assertThat(EngineVariant.USUAL.text()).isEmpty();
        assertThat(EngineVariant.USUAL
                        .withoutTrustInCounts()
                        .withPlanSeed(7)
                        .withExchangesForced()
                        .withVerification(Verification.BATCHES)
                        .text())
                .isEqualTo("untrusted-counts plan-seed=7 forced-exchanges verification=batches");
    }

    @Test
    void parse_unknownWord_namesItAndWhatThereIs() {
        for (String wrong :
                new String[] {"plan-seed", "plan-seed=x", "verification=all", "forced", "chain-morsels=x"}) {
            assertThatThrownBy(() -> EngineVariant.parse("untrusted-counts " + wrong))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.USAGE))
                    .hasMessageContaining("word=" + wrong)
                    .hasMessageContaining("verification=batches");
        }
    }
}
