package org.thetisdb.postgresql.authentication;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** What TLS needs, from PEM files. Stateless. */
public final class Certificates {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");

    private Certificates() {}

    /**
     * {@return a context for a server}
     *
     * @param certificate a PEM file of the certificate, and those that vouch for it behind it
     * @param key a PEM file of its key: PKCS#8, not encrypted
     * @throws ThetisException USAGE if they cannot be read, or do not belong to each other
     */
    public static SSLContext context(Path certificate, Path key) {
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            Certificate[] chain = factory.generateCertificates(
                            new ByteArrayInputStream(Files.readAllBytes(certificate)))
                    .toArray(Certificate[]::new);
            if (chain.length == 0) {
                throw new ThetisException(ErrorCode.USAGE, "there is no certificate in the file: file=" + certificate);
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            char[] none = new char[0];
            store.setKeyEntry("server", privateKey(key, chain[0].getPublicKey().getAlgorithm()), none, chain);
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, none);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (IOException | GeneralSecurityException failure) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "the certificate or its key cannot be used: " + failure + ", certificate=" + certificate + ", key="
                            + key,
                    failure);
        }
    }

    private static PrivateKey privateKey(Path file, String algorithm) throws IOException, GeneralSecurityException {
        Matcher matcher = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
        if (!matcher.find()) {
            throw new ThetisException(ErrorCode.USAGE, "there is no private key in the file: file=" + file);
        }
        if (!matcher.group(1).equals("PRIVATE KEY")) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "the key is of another format than PKCS#8: file=" + file + ", begins=" + matcher.group(1)
                            + "; convert it with openssl pkcs8 -topk8 -nocrypt");
        }
        byte[] bytes = Base64.getMimeDecoder().decode(matcher.group(2));
        for (String tried : List.of(algorithm, "RSA", "EC", "EdDSA")) {
            try {
                return KeyFactory.getInstance(tried).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (InvalidKeySpecException _) {
                // A key of another kind.
            }
        }
        throw new InvalidKeySpecException("neither RSA nor EC nor EdDSA");
    }
}
