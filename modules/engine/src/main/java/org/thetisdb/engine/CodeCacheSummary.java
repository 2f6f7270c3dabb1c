package org.thetisdb.engine;

/**
 * What processes have left in a code cache, for people.
 *
 * @param bytes of all its files
 * @param fasterCount loops that were faster than the interpreter, whose code is kept
 * @param slowerCount loops that were not
 * @param tooLongCount shapes that have no loop, because it would be too long
 * @param unusableCount files of another build or JDK, or damaged ones; they are replaced in time
 */
public record CodeCacheSummary(long bytes, int fasterCount, int slowerCount, int tooLongCount, int unusableCount) {
    /** What is there when nothing is. */
    public static final CodeCacheSummary EMPTY = new CodeCacheSummary(0, 0, 0, 0, 0);

    /** Of all files. */
    public int fileCount() {
        return fasterCount + slowerCount + tooLongCount + unusableCount;
    }
}
