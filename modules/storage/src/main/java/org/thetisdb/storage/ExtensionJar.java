package org.thetisdb.storage;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The bytes of an extension's jar, in memory or in a data file. Thread safe. */
@FunctionalInterface
public interface ExtensionJar {
    /** More than this is no extension; a commit and a checkpoint have it in memory as a whole. */
    int BYTES_MAX = 64 << 20;

    /** What the place of a jar begins with that is in the statement itself, in Base64, as dumps have them. */
    String DATA_URL = "data:application/java-archive;base64,";

    /**
     * All of them, a copy.
     *
     * @throws org.thetisdb.value.ThetisException if they cannot be read, or are not what was written
     */
    byte[] bytes();

    /** SHA-256 of a jar, in hexadecimal digits. */
    static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("each Java platform has SHA-256", missing);
        }
    }
}
