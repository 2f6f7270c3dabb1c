package org.thetisdb.reference.function;

import java.math.BigInteger;
import java.util.List;
import org.thetisdb.value.IsoDuration;

/** {@code sum()} and {@code avg()} of durations: only a result that is out of range is an error. */
public final class DurationSums {
    private DurationSums() {}

    /** @throws org.thetisdb.value.ThetisException {@code NUMBER_OUT_OF_RANGE} */
    public static IsoDuration sum(List<IsoDuration> durations) {
        return share(durations, BigInteger.ONE);
    }

    /** @param durations at least one */
    public static IsoDuration mean(List<IsoDuration> durations) {
        return share(durations, BigInteger.valueOf(durations.size()));
    }

    private static IsoDuration share(List<IsoDuration> durations, BigInteger divisor) {
        BigInteger months = BigInteger.ZERO;
        BigInteger days = BigInteger.ZERO;
        BigInteger nanoseconds = BigInteger.ZERO;
        for (IsoDuration each : durations) {
            months = months.add(BigInteger.valueOf(each.months()));
            days = days.add(BigInteger.valueOf(each.days()));
            nanoseconds = nanoseconds.add(DurationFunctions.nanoseconds(each));
        }
        return DurationFunctions.of(months, days, nanoseconds, divisor);
    }
}
