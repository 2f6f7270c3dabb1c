package org.thetisdb.postgresql.connection;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;
import org.thetisdb.Database;
import org.thetisdb.postgresql.authentication.Credentials;
import org.thetisdb.postgresql.catalog.GraphCatalog;

/**
 * What all connections of a server share.
 *
 * @param database that they ask
 * @param catalog of its tables
 * @param credentials who may come in; anybody if empty
 * @param tls for those who ask for it
 * @param random for salts, nonces and the keys for cancelling; must be unpredictable
 * @param messageBytesMax of those who have come in
 * @param authenticationTime within which a client must have come in
 */
public record ConnectionTerms(
        Database database,
        GraphCatalog catalog,
        Optional<Credentials> credentials,
        Optional<SSLContext> tls,
        RandomGenerator random,
        int messageBytesMax,
        Duration authenticationTime) {}
