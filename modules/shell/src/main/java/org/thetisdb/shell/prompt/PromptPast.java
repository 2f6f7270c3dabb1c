package org.thetisdb.shell.prompt;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.thetisdb.Session;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The revision that {@code .at} has chosen, and the session that reads it. One thread.
 *
 * <p>Invariant: the session is there exactly as long as the prompt reads the past; its database outlives it.
 */
final class PromptPast implements AutoCloseable {
    private static final Pattern REVISION = Pattern.compile("[0-9]{1,18}");

    private record Place(Session session, long revision) {}

    private Optional<Place> place = Optional.empty();

    /** The session that statements run in: that of the past, or else the one given. */
    Session sessionOr(Session now) {
        return place.map(Place::session).orElse(now);
    }

    /** What the prompt says of it; empty for now. */
    String mark() {
        return place.map(past -> " (revision " + past.revision() + ")").orElse("");
    }

    /** Does what follows {@code .at}. */
    void command(String wanted, Session now, Output screen) {
        if (wanted.equals("now")) {
            close();
        } else if (!wanted.isEmpty()) {
            Session past = past(wanted, now);
            close();
            place = Optional.of(new Place(past, revision(past)));
        }
        screen.println(place.map(past -> "at revision " + past.revision() + "; `.at now` leads back")
                .orElse("at the newest revision"));
    }

    /** An error if the command would read or write the graph of now instead. */
    void requireNone(DotCommand command) {
        if (place.isPresent()) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    command.text() + " works with the graph of now, not with revision "
                            + place.get().revision() + "; `.at now` leads back");
        }
    }

    private static Session past(String wanted, Session now) {
        if (REVISION.matcher(wanted).matches()) {
            return now.at(Long.parseLong(wanted));
        }
        if (!Character.isDigit(wanted.charAt(0))) {
            throw usage(wanted);
        }
        return now.at(time(wanted, now));
    }

    private static Instant time(String wanted, Session now) {
        Object time;
        try {
            time = now.run("RETURN datetime($time) AS time", Map.of("time", wanted))
                    .single()
                    .get("time");
        } catch (ThetisException failure) {
            throw failure.code() == ErrorCode.INVALID_TEMPORAL ? usage(wanted) : failure;
        }
        if (time instanceof ZonedDateTime moment) {
            return moment.toInstant();
        }
        throw usage(wanted);
    }

    private static ThetisException usage(String wanted) {
        return new ThetisException(
                ErrorCode.USAGE,
                ".at takes the number of a revision, a time such as 2026-11-21T10:00:00Z, or now, not `" + wanted
                        + "`; `CALL history.revisions()` lists the revisions");
    }

    private static long revision(Session past) {
        return past.run("RETURN 1").summary().revision();
    }

    @Override
    public void close() {
        place.ifPresent(past -> past.session().close());
        place = Optional.empty();
    }
}
