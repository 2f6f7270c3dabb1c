package org.thetisdb.shell.output;

/**
 * Progress on the standard error: one line that changes where somebody watches, else a line per phase and now and then.
 * Thread safe.
 */
public final class ProgressLine implements AutoCloseable {
    private static final int BAR_CELLS = 24;
    private static final long QUIET_NANOS = 10_000_000_000L;

    private final Output output;
    private final boolean live;
    private String phase = "";
    private long lastNanos;
    private int shownWidth;

    public ProgressLine(Output output) {
        this(output, isTerminal());
    }

    /** @param live whether somebody watches */
    public ProgressLine(Output output, boolean live) {
        this.output = output;
        this.live = live;
    }

    public static boolean isTerminal() {
        return Terminals.isInteractive() && !"dumb".equals(System.getenv("TERM"));
    }

    /** Shows a text in place of the former one. */
    public synchronized void show(String newPhase, String text) {
        boolean begins = !newPhase.equals(phase);
        phase = newPhase;
        if (live) {
            // A line that wraps could not be taken back.
            int columns = output.columns();
            String shown = columns > 1 ? CellText.shortened(text, columns - 1) : text;
            int width = CellText.width(shown);
            output.print("\r").print(shown);
            output.text().repeat(' ', Math.max(0, shownWidth - width));
            output.flush();
            shownWidth = width;
            return;
        }
        long now = System.nanoTime();
        if (begins || now - lastNanos >= QUIET_NANOS) {
            lastNanos = now;
            // The figures that a phase begins with tell nothing.
            output.println(begins ? newPhase : text).flush();
        }
    }

    /**
     * Shows a bar.
     *
     * @param perSecond units a second, 0 if unknown
     * @param remainingNanos negative if unknown
     */
    public void show(String title, long done, long total, double perSecond, long remainingNanos) {
        if (!live) {
            show(title, title + ": " + Figures.grouped(done) + " of about " + Figures.grouped(total));
            return;
        }
        double share = total <= 0 ? 0 : Math.clamp((double) done / total, 0.0, 1.0);
        int full = (int) (share * BAR_CELLS);
        StringBuilder text = new StringBuilder(title);
        text.repeat(' ', Math.max(1, 31 - title.length()));
        text.append('▕').repeat("█", full).repeat("·", BAR_CELLS - full).append('▏');
        String percent = Integer.toString((int) (share * 100));
        text.repeat(' ', 4 - percent.length()).append(percent).append(" %  ").append(Figures.grouped(done));
        if (perSecond >= 1) {
            text.append("  ").append(Figures.grouped((long) perSecond)).append("/s");
        }
        if (remainingNanos >= 0 && done < total) {
            text.append("  ")
                    .append(Figures.grouped(remainingNanos / 1_000_000_000L))
                    .append(" s left");
        }
        show(title, text.toString());
    }

    /** Removes the line that was shown last, where it changes. */
    @Override
    public synchronized void close() {
        if (live && shownWidth > 0) {
            output.print("\r");
            output.text().repeat(' ', shownWidth).append('\r');
            output.flush();
            shownWidth = 0;
        }
    }
}
