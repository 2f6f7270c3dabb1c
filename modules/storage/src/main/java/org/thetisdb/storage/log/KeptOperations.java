package org.thetisdb.storage.log;

/**
 * Operations in memory, few enough for one record. Whoever has it must not change the bytes.
 *
 * @param content as {@link ChangeEncoder#toBytes()} gave them
 */
@SuppressWarnings("ArrayRecordComponent") // It is compared by nobody.
record KeptOperations(byte[] content) implements Operations {
    static final KeptOperations NONE = new KeptOperations(new byte[0]);

    @Override
    public long bytes() {
        return content.length;
    }

    @Override
    public void decode(Changes changes, Runnable afterPiece) {
        ChangeDecoder.decode(content, changes);
        afterPiece.run();
    }
}
