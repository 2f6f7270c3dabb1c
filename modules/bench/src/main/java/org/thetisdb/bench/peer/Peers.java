package org.thetisdb.bench.peer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes peers by name. */
public final class Peers {
    private Peers() {}

    /**
     * The peers of those names, in that order, not yet opened. {@code NAME=FOLDER} is Thetis from the jars of
     * another build, shown by that name.
     *
     * @param threadCount threads of one query, in peers that can use several
     * @throws IllegalArgumentException if a name is unknown
     */
    public static List<Peer> named(List<String> names, int threadCount) {
        List<Peer> peers = new ArrayList<>();
        for (String name : names) {
            peers.add(
                    switch (name) {
                        case "thetis" -> new ThetisPeer(name, threadCount);
                        case "neo4j" -> new Neo4jPeer();
                        case "kuzu" -> new KuzuPeer();
                        case "duckdb" -> new DuckDbPeer(threadCount);
                        default -> otherBuild(name, threadCount);
                    });
        }
        return peers;
    }

    private static Peer otherBuild(String nameAndFolder, int threadCount) {
        int equals = nameAndFolder.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("no such peer: --peers=" + nameAndFolder);
        }
        Path folder = Path.of(nameAndFolder.substring(equals + 1));
        return OtherBuild.peer(nameAndFolder.substring(0, equals), folder, threadCount);
    }

    /**
     * The peers of those names that take updates, in that order, not yet opened.
     *
     * @param threadCount threads of one query, in peers that can use several
     * @throws IllegalArgumentException if a name is unknown or of a peer that takes none
     */
    public static List<UpdateTarget> updateTargets(List<String> names, int threadCount) {
        List<UpdateTarget> targets = new ArrayList<>();
        for (Peer peer : named(names, threadCount)) {
            if (!(peer instanceof UpdateTarget target)) {
                throw new IllegalArgumentException("this peer takes no updates: --peers=" + peer.name());
            }
            targets.add(target);
        }
        return targets;
    }
}
