package org.thetisdb.storage.log;

/**
 * The operations of a transaction that are too many for one record: first those in its file of parts, then those that
 * were not written there. They can be read before they are committed and after it, not if they were discarded.
 *
 * @param parts nothing more is written to it but the commit
 * @param rest what the commit's own record is to have
 */
record SpooledOperations(PartsFile parts, KeptOperations rest) implements Operations {
    @Override
    public long bytes() {
        return parts.bytes() + rest.bytes();
    }

    @Override
    public void decode(Changes changes, Runnable afterPiece) {
        try (SegmentReader reader = parts.newReader()) {
            LoggedOperations.decodeParts(reader, parts.commitOffset(), changes, afterPiece);
        }
        rest.decode(changes, afterPiece);
    }
}
