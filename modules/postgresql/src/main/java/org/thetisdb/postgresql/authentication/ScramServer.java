package org.thetisdb.postgresql.authentication;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;

/**
 * The server's side of SCRAM-SHA-256, without channel binding.
 *
 * <pre>
 *   client   n,,n=,r=CLIENT              ──► first()
 *   first()  r=CLIENTSERVER,s=SALT,i=4096 ──► client
 *   client   c=biws,r=CLIENTSERVER,p=PROOF ──► last()
 *   last()   v=SIGNATURE                  ──► client
 * </pre>
 */
public final class ScramServer {
    /** The one mechanism that is offered. */
    public static final String MECHANISM = "SCRAM-SHA-256";

    private final Credentials credentials;

    /** Whether the user is the one that has these credentials. */
    private final boolean known;

    private final String serverNonce;
    private String header = "";
    private String clientFirst = "";
    private String serverFirst = "";
    private String nonce = "";

    /**
     * A handshake.
     *
     * @param known false for a user that does not exist: all goes the same way, to another end
     * @param random 18 bytes, fresh for each handshake
     */
    public ScramServer(Credentials credentials, boolean known, byte[] random) {
        this.credentials = credentials;
        this.known = known;
        this.serverNonce = Base64.getEncoder().encodeToString(random);
    }

    /** {@return the answer to the client's first message} */
    public String first(String message) {
        // The header: whether the channel is bound, and for whom one acts.
        int comma = message.indexOf(',');
        int end = message.indexOf(',', comma + 1);
        if (comma < 1 || end < 0) {
            throw malformed();
        }
        char binding = message.charAt(0);
        if (binding == 'p') {
            throw PostgresFailure.fatal(
                    SqlState.FEATURE_NOT_SUPPORTED, "channel binding is not supported; use SCRAM-SHA-256");
        }
        if (comma != 1 || binding != 'n' && binding != 'y') {
            throw malformed();
        }
        header = message.substring(0, end + 1);
        clientFirst = message.substring(end + 1);
        String[] fields = clientFirst.split(",", -1);
        if (fields.length < 2 || !fields[0].startsWith("n=") || !fields[1].startsWith("r=") || fields[1].length() < 3) {
            throw malformed();
        }
        nonce = fields[1].substring(2) + serverNonce;
        serverFirst = "r=" + nonce + ",s=" + Base64.getEncoder().encodeToString(credentials.salt()) + ",i="
                + credentials.iterations();
        return serverFirst;
    }

    /**
     * {@return the answer to the client's last message}
     *
     * @throws PostgresFailure 28P01 if the password is wrong
     */
    public String last(String message) {
        int proofAt = message.lastIndexOf(",p=");
        if (proofAt < 0) {
            throw malformed();
        }
        String withoutProof = message.substring(0, proofAt);
        byte[] proof = decode(message.substring(proofAt + 3));
        String expected =
                "c=" + Base64.getEncoder().encodeToString(header.getBytes(StandardCharsets.UTF_8)) + ",r=" + nonce;
        if (!withoutProof.equals(expected) || proof.length != credentials.storedKey().length) {
            throw malformed();
        }
        String signed = clientFirst + "," + serverFirst + "," + withoutProof;
        byte[] clientKey = Credentials.hmac(credentials.storedKey(), signed);
        for (int index = 0; index < clientKey.length; index++) {
            clientKey[index] ^= proof[index];
        }
        boolean right = MessageDigest.isEqual(Credentials.sha256(clientKey), credentials.storedKey());
        if (!right || !known) {
            throw PostgresFailure.fatal(SqlState.INVALID_PASSWORD, "password authentication failed");
        }
        return "v=" + Base64.getEncoder().encodeToString(Credentials.hmac(credentials.serverKey(), signed));
    }

    private static byte[] decode(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException wrong) {
            throw malformed();
        }
    }

    private static PostgresFailure malformed() {
        return PostgresFailure.fatal(SqlState.PROTOCOL_VIOLATION, "a SCRAM message is malformed");
    }
}
