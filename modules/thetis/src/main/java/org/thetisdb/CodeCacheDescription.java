package org.thetisdb;

import java.nio.file.Path;

/**
 * What processes have left in the directory of {@link DatabaseOptions#withCodeCache}: a file for each loop that a query
 * could have in the place of the interpreter. Other databases may use it as well. See {@link Database#codeCache}.
 *
 * @param directory where it is; it need not be there yet
 * @param fileCount all of its files
 * @param bytes of these files
 * @param bytesMax what they may take; beyond it those go that were not used the longest
 * @param fasterCount loops that were faster than the interpreter; their code is kept, and used
 * @param slowerCount loops that were not; they are tried again where much time is spent
 * @param refusedCount loops that would be too long; they are not tried again
 * @param unusableCount files of another Thetis or another JDK, or damaged ones; they are replaced in time
 */
public record CodeCacheDescription(
        Path directory,
        int fileCount,
        long bytes,
        long bytesMax,
        int fasterCount,
        int slowerCount,
        int refusedCount,
        int unusableCount) {}
