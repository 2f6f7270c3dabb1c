package org.thetisdb.storage.isolation;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.Isolation;

/** A transaction of a history: what it has read and written so far, and what it should see. Not thread safe. */
final class HistoryTransaction {
    /** A read with its answer, or a write. */
    sealed interface Action {}

    record Read(HistoryRead read, Object answer) implements Action {}

    /** @param effect on the graph that it meets when it commits */
    record Write(String name, Consumer<HistoryModel> effect) implements Action {}

    final int number;
    final Isolation isolation;
    final GraphTransaction transaction;
    final HistoryModel view;
    final List<Action> actions = new ArrayList<>();
    int stepsLeft;

    /** The revision that it committed; nothing if it has not, or wrote nothing. */
    OptionalLong revision = OptionalLong.empty();

    boolean committed;

    HistoryTransaction(int number, Isolation isolation, GraphTransaction transaction, HistoryModel view, int steps) {
        this.number = number;
        this.isolation = isolation;
        this.transaction = transaction;
        this.view = view;
        this.stepsLeft = steps;
    }

    /** Writes on the model as well. */
    void wrote(String name, Consumer<HistoryModel> effect) {
        effect.accept(view);
        actions.add(new Write(name, effect));
    }

    /** Plays what was done once more, one step after the other, on the graph as it is when the transaction commits. */
    void replay(HistoryModel onto) {
        for (Action action : actions) {
            switch (action) {
                case Write write -> write.effect().accept(onto);
                case Read read -> {
                    Object answer = read.read().ofModel().apply(onto);
                    if (isolation == Isolation.SERIALIZABLE && !answer.equals(read.answer())) {
                        throw new AssertionError("not serializable: transaction=" + number + ", read="
                                + read.read().name() + ", answer=" + read.answer() + ", in order=" + answer);
                    }
                }
            }
        }
        onto.requireWhole();
    }
}
