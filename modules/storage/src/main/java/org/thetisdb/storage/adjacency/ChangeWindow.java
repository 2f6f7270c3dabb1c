package org.thetisdb.storage.adjacency;

/**
 * Changes of lists as one goes along them, any number of times: a portion at a time, so that no more than that is in
 * memory, however large the lists. Where one portion is all there is, it is asked for once. Not thread safe; used
 * again.
 */
public final class ChangeWindow {
    private final Runnable beforePortion;
    private final ListChanges changes = new ListChanges();
    private ChangeFeed feed = new NoChanges();
    private boolean isWhole;
    private boolean hasMore;
    private int index;

    private static final class NoChanges implements ChangeFeed {
        @Override
        public void restart() {}

        @Override
        public boolean fill(ListChanges into) {
            return false;
        }
    }

    /** Changes that are all in memory. */
    private record OnePortion(ListChanges all) implements ChangeFeed {
        @Override
        public void restart() {}

        @Override
        public boolean fill(ListChanges into) {
            for (int index = 0; index < all.count(); index++) {
                if (all.isRemoval(index)) {
                    into.remove(all.row(index), all.neighbour(index), all.slot(index));
                } else {
                    into.add(all.row(index), all.neighbour(index), all.slot(index));
                }
            }
            return false;
        }
    }

    /**
     * @param beforePortion run before a portion is asked for, which may take long: changes may be in files. Who holds
     *     pages drops them there, since as long as he has them no page that others have evicted can be used again
     */
    public ChangeWindow(Runnable beforePortion) {
        this.beforePortion = beforePortion;
    }

    /** A window over changes that are all in memory. */
    public static ChangeWindow of(ListChanges all) {
        ChangeWindow window = new ChangeWindow(() -> {});
        window.start(new OnePortion(all));
        return window;
    }

    /** From now on these are the changes; goes before the first. */
    public void start(ChangeFeed newFeed) {
        feed = newFeed;
        feed.restart();
        load();
        isWhole = !hasMore;
        if (isWhole) {
            changes.sort();
        }
        index = -1;
    }

    private void load() {
        changes.clear();
        beforePortion.run();
        hasMore = feed.fill(changes);
    }

    /** Goes before the first change. */
    public void rewind() {
        if (!isWhole) {
            feed.restart();
            load();
        }
        index = -1;
    }

    /** Goes to the next change; false if there is none. */
    public boolean next() {
        index++;
        while (index == changes.count() && hasMore) {
            load();
            index = 0;
        }
        return index < changes.count();
    }

    /** Whether there is no change at all. */
    public boolean isEmpty() {
        return isWhole && changes.count() == 0;
    }

    /** The row of the change at hand. */
    public int row() {
        return changes.row(index);
    }

    /** The neighbour of the change at hand. */
    public long neighbour() {
        return changes.neighbour(index);
    }

    /** The slot of the change at hand. */
    public int slot() {
        return changes.slot(index);
    }

    /** Whether the entry of the change at hand goes. */
    public boolean isRemoval() {
        return changes.isRemoval(index);
    }
}
