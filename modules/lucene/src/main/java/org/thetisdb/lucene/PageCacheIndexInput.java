package org.thetisdb.lucene;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;

/**
 * A file, or a part of one, that Lucene reads; {@link WindowedInput} has how.
 *
 * <p>One thread at a time; clones and slices may be used by others. Closing the input that was opened closes them all.
 */
final class PageCacheIndexInput extends WindowedInput {
    private final InputOwner owner;
    private boolean isClone;
    private boolean isClosed;

    private PageCacheIndexInput(
            String description, InputOwner owner, CachedFile file, long begin, long end, ReadingPattern pattern) {
        super(description, file, begin, end, pattern);
        this.owner = owner;
    }

    /** The input that was opened, which closes the file. */
    static PageCacheIndexInput open(OpenFiles files, CachedFile file, ReadingPattern pattern) {
        String description = "PageCacheIndexInput(path=\"" + file.path() + "\")";
        InputOwner owner = new InputOwner(files, file);
        return new PageCacheIndexInput(description, owner, file, 0, file.pages().dataBytes(), pattern);
    }

    @Override
    public PageCacheIndexInput clone() {
        ensureOpen();
        PageCacheIndexInput clone = (PageCacheIndexInput) super.clone();
        clone.isClone = true;
        return clone;
    }

    @Override
    public IndexInput slice(String sliceDescription, long offset, long length) throws IOException {
        return slice(sliceDescription, offset, length, ahead().pattern());
    }

    @Override
    public IndexInput slice(String sliceDescription, long offset, long length, IOContext context) throws IOException {
        return slice(sliceDescription, offset, length, ReadingPattern.of(context));
    }

    private PageCacheIndexInput slice(String sliceDescription, long offset, long length, ReadingPattern sliced) {
        ensureOpen();
        if ((offset | length) < 0 || offset > length() - length) {
            throw new IllegalArgumentException("slice " + sliceDescription + " out of bounds: offset=" + offset
                    + ", length=" + length + ", fileLength=" + length() + ": " + this);
        }
        PageCacheIndexInput slice = new PageCacheIndexInput(
                getFullSliceDescription(sliceDescription),
                owner,
                file(),
                begin() + offset,
                begin() + offset + length,
                sliced);
        slice.isClone = true;
        return slice;
    }

    @Override
    public void prefetch(long offset, long length) throws IOException {
        ensureOpen();
        if (offset < 0 || length < 0 || offset > length() - length) {
            throw new IndexOutOfBoundsException("prefetch out of bounds: offset=" + offset + ", length=" + length
                    + ", fileLength=" + length() + ": " + this);
        }
        if (length > 0) {
            file().prefetch(begin() + offset, length);
        }
    }

    @Override
    public void updateIOContext(IOContext context) {
        ensureOpen();
        ahead().change(ReadingPattern.of(context));
    }

    /** True if all is in the cache's memory; otherwise not known, since the system may have it in its own. */
    @Override
    public Optional<Boolean> isLoaded() {
        ensureOpen();
        return isResident() ? Optional.of(true) : Optional.empty();
    }

    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            dropWindow();
            if (!isClone) {
                owner.close();
            }
        }
    }

    @Override
    void ensureOpen() {
        if (isClosed || owner.isClosed()) {
            throw LuceneErrors.closed(toString());
        }
    }
}
