package org.thetisdb.postgresql.authentication;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A user's name and the keys made of the password, as SCRAM-SHA-256 needs them.
 *
 * @param user the name
 * @param iterations of the hash
 * @param salt of the hash
 * @param storedKey compared with the client's proof
 * @param serverKey signs the answer
 */
public record Credentials(String user, int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {
    private static final int ITERATIONS = 4096;
    private static final Pattern VERIFIER =
            Pattern.compile("SCRAM-SHA-256\\$(\\d{1,7}):([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)");

    /**
     * {@return credentials}
     *
     * @param secret a password, or what PostgreSQL keeps instead: {@code SCRAM-SHA-256$4096:salt$key:key}
     * @param salt for a password; 16 random bytes
     */
    public static Credentials of(String user, String secret, byte[] salt) {
        Matcher verifier = VERIFIER.matcher(secret);
        if (verifier.matches()) {
            Base64.Decoder decoder = Base64.getDecoder();
            return new Credentials(
                    user,
                    Integer.parseInt(verifier.group(1)),
                    decoder.decode(verifier.group(2)),
                    decoder.decode(verifier.group(3)),
                    decoder.decode(verifier.group(4)));
        }
        if (secret.isEmpty()) {
            throw new ThetisException(ErrorCode.USAGE, "a password must not be empty");
        }
        byte[] salted = salted(secret, salt, ITERATIONS);
        return new Credentials(user, ITERATIONS, salt, sha256(hmac(salted, "Client Key")), hmac(salted, "Server Key"));
    }

    /** PBKDF2 with one block: 32 bytes are as many as the hash gives. */
    private static byte[] salted(String password, byte[] salt, int iterations) {
        String prepared = Normalizer.normalize(password, Normalizer.Form.NFKC);
        byte[] key = prepared.getBytes(StandardCharsets.UTF_8);
        byte[] first = new byte[salt.length + 4];
        System.arraycopy(salt, 0, first, 0, salt.length);
        first[first.length - 1] = 1;
        byte[] round = hmac(key, first);
        byte[] sum = round.clone();
        for (int index = 1; index < iterations; index++) {
            round = hmac(key, round);
            for (int at = 0; at < sum.length; at++) {
                sum[at] ^= round[at];
            }
        }
        return sum;
    }

    static byte[] hmac(byte[] key, String text) {
        return hmac(key, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] hmac(byte[] key, byte[] bytes) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has HMAC-SHA-256", missing);
        }
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has SHA-256", missing);
        }
    }

    /** Without the keys. */
    @Override
    public String toString() {
        return "Credentials of " + user;
    }
}
