package org.thetisdb.trigger;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.PrimitiveIterator;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.extension.TriggerExtension;
import org.thetisdb.extension.Change;
import org.thetisdb.extension.Changes;
import org.thetisdb.storage.ChangedGraph;
import org.thetisdb.storage.ChangedGraph.Ends;
import org.thetisdb.storage.EntityImage;

/** Those changes of a transaction that one trigger is about, read one after the other. Belongs to one call. */
final class GraphChanges implements Changes {
    /** After so many, pages are given back: a trigger may take long over all of them. */
    private static final int CHANGES_PER_REFRESH = 1024;

    private final ChangedGraph graph;
    private final TriggerExtension trigger;
    private final StopSignal stop;
    private boolean over;

    GraphChanges(ChangedGraph graph, TriggerExtension trigger, StopSignal stop) {
        this.graph = graph;
        this.trigger = trigger;
        this.stop = stop;
    }

    /** The call has ended. */
    void end() {
        over = true;
    }

    @Override
    public Iterator<Change> iterator() {
        return new Reading();
    }

    private Optional<Change> node(long id) {
        return change(id, graph.before().node(id), graph.after().node(id), true);
    }

    private Optional<Change> relationship(long id) {
        return change(id, graph.before().relationship(id), graph.after().relationship(id), false);
    }

    private Optional<Change> change(
            long id, Optional<EntityImage> before, Optional<EntityImage> after, boolean isNode) {
        boolean isWanted = !before.equals(after) && (isAbout(before, isNode) || isAbout(after, isNode));
        if (!isWanted) {
            return Optional.empty();
        }
        Optional<Ends> ends = isNode ? Optional.empty() : Optional.of(graph.ends(id));
        return Optional.of(new GraphChange(id, ends, before, after));
    }

    private boolean isAbout(Optional<EntityImage> image, boolean isNode) {
        return image.isPresent() && trigger.isAbout(isNode, image.get().labels());
    }

    private final class Reading implements Iterator<Change> {
        private final PrimitiveIterator.OfLong nodes = graph.nodes();
        private final PrimitiveIterator.OfLong relationships = graph.relationships();
        private final boolean skipsNodes = trigger.isNeverAbout(true);
        private final boolean skipsRelationships = trigger.isNeverAbout(false);
        private Optional<Change> next = Optional.empty();
        private int sinceRefresh;

        @Override
        public boolean hasNext() {
            if (over) {
                throw new IllegalStateException("the call of the trigger has ended: keep its changes, not where they"
                        + " come from: trigger=" + trigger.name());
            }
            while (next.isEmpty() && !skipsNodes && nodes.hasNext()) {
                goOn();
                next = node(nodes.nextLong());
            }
            while (next.isEmpty() && !skipsRelationships && relationships.hasNext()) {
                goOn();
                next = relationship(relationships.nextLong());
            }
            return next.isPresent();
        }

        private void goOn() {
            stop.checkpoint();
            if (++sinceRefresh == CHANGES_PER_REFRESH) {
                sinceRefresh = 0;
                graph.refresh();
            }
        }

        @Override
        public Change next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Change found = next.orElseThrow();
            next = Optional.empty();
            return found;
        }
    }
}
