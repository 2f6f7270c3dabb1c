package org.thetisdb.bench;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.bench.peer.KuzuPeer;
import org.thetisdb.bench.peer.Neo4jPeer;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.peer.ThetisPeer;

/** Makes peers by name. */
final class Peers {
    private Peers() {}

    /**
     * The peers of those names, in that order, not yet opened.
     *
     * @throws IllegalArgumentException if a name is unknown
     */
    static List<Peer> named(List<String> names) {
        List<Peer> peers = new ArrayList<>();
        for (String name : names) {
            peers.add(
                    switch (name) {
                        case "thetis" -> new ThetisPeer();
                        case "neo4j" -> new Neo4jPeer();
                        case "kuzu" -> new KuzuPeer();
                        default -> throw new IllegalArgumentException("no such peer: --peers=" + name);
                    });
        }
        return peers;
    }
}
