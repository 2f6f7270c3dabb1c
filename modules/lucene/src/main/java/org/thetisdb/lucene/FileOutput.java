package org.thetisdb.lucene;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import org.thetisdb.io.WritableFile;
import org.thetisdb.value.ThetisException;

/** A file as a stream. An interrupt of the thread that writes does not close it. One thread at a time. */
final class FileOutput extends OutputStream {
    private final WritableFile file;
    private long position;
    private boolean closed;

    FileOutput(WritableFile file) {
        this.file = file;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            file.write(position, MemorySegment.ofArray(bytes).asSlice(offset, length));
            position += length;
        } catch (ThetisException problem) {
            throw LuceneErrors.of(problem, file.path());
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            try {
                file.close();
            } catch (ThetisException problem) {
                throw LuceneErrors.of(problem, file.path());
            }
        }
    }
}
