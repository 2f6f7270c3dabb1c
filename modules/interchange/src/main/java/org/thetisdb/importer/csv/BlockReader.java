package org.thetisdb.importer.csv;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Reads a stream into blocks of whole rows.
 *
 * <p>Because every block begins at the beginning of a row, its state outside quotes is known, and a block without any
 * quote can be cut at its last line feed; only blocks with quotes are gone through field by field.
 */
public final class BlockReader implements AutoCloseable {
    /** A row that is longer is taken for an unclosed quote. */
    private static final int ROW_BYTES_MAX = 64 << 20;

    private static final int BYTE_ORDER_MARK_BYTES = 3;

    private final Path file;
    private final InputStream stream;
    private final CsvFormat format;
    private byte[] carry = {};
    private int carryBytes;
    private final long firstLine;
    private long line;
    private long offset;
    private boolean atStart = true;
    private boolean atEnd;

    /** @param firstLine the number of the first line; those of the blocks count on from it */
    public BlockReader(Path file, InputStream stream, CsvFormat format, long firstLine) {
        this.file = file;
        this.line = firstLine;
        this.firstLine = firstLine;
        this.stream = stream;
        this.format = format;
    }

    /** Fills the block with the next rows; false if there are none left. */
    public boolean next(CsvBlock block) {
        int leastBytes = atStart ? BYTE_ORDER_MARK_BYTES : carryBytes;
        if (block.bytes.length < leastBytes) {
            block.bytes = new byte[leastBytes];
        }
        System.arraycopy(carry, 0, block.bytes, 0, carryBytes);
        int length = carryBytes;
        carryBytes = 0;
        int cut = 0;
        while (cut == 0) {
            length = fill(block, length);
            if (length == 0 && atEnd) {
                return false;
            }
            cut = atEnd ? length : lastRowEnd(block.bytes, length);
            if (cut == 0) {
                grow(block);
            }
        }
        carryBytes = length - cut;
        if (carry.length < carryBytes) {
            carry = new byte[Math.max(carryBytes, 4096)];
        }
        System.arraycopy(block.bytes, cut, carry, 0, carryBytes);
        block.lengthBytes = cut;
        block.firstLine = line;
        block.firstOffset = offset;
        line += countLineFeeds(block.bytes, cut);
        offset += cut;
        return true;
    }

    private void grow(CsvBlock block) {
        if (block.bytes.length >= ROW_BYTES_MAX) {
            throw new ThetisException(
                    ErrorCode.IMPORT_BAD_ROW,
                    "row longer than " + ROW_BYTES_MAX + " bytes: file=" + file + ", line=" + (line - firstLine + 1)
                            + "; expected a line end: is a quote not closed, or the quote character another one?");
        }
        block.bytes = Arrays.copyOf(block.bytes, block.bytes.length * 2);
    }

    private int fill(CsvBlock block, int from) {
        int length = from;
        try {
            while (!atEnd && length < block.bytes.length) {
                int count = stream.read(block.bytes, length, block.bytes.length - length);
                if (count < 0) {
                    atEnd = true;
                } else {
                    length += count;
                }
            }
        } catch (IOException failed) {
            throw CsvInput.failure(file, failed);
        }
        if (atStart) {
            atStart = false;
            length = skipByteOrderMark(block.bytes, length);
        }
        return length;
    }

    private int skipByteOrderMark(byte[] bytes, int length) {
        boolean marked = length >= BYTE_ORDER_MARK_BYTES
                && bytes[0] == (byte) 0xef
                && bytes[1] == (byte) 0xbb
                && bytes[2] == (byte) 0xbf;
        if (marked) {
            int rest = length - BYTE_ORDER_MARK_BYTES;
            System.arraycopy(bytes, BYTE_ORDER_MARK_BYTES, bytes, 0, rest);
            offset = BYTE_ORDER_MARK_BYTES;
            return rest;
        }
        if (length >= 2 && (bytes[0] & bytes[1] & 0xff) == 0xfe && (bytes[0] | bytes[1]) == -1) {
            throw new ThetisException(
                    ErrorCode.IMPORT_BAD_HEADER,
                    "the text is UTF-16: file=" + file + ", offset=0; expected UTF-8, so convert the file first");
        }
        return length;
    }

    /** The end of the last whole row, just after its line feed; 0 if there is none. */
    private int lastRowEnd(byte[] bytes, int length) {
        int quote = format.quote();
        if (quote == CsvFormat.NO_QUOTE || indexOf(bytes, (byte) quote, 0, length) == length) {
            int end = length;
            while (end > 0 && bytes[end - 1] != '\n') {
                end--;
            }
            return end;
        }
        int cut = 0;
        int position = 0;
        while (position < length) {
            if (bytes[position] == quote) {
                position = closingQuote(bytes, position + 1, length);
            }
            while (position < length && bytes[position] != format.separator() && bytes[position] != '\n') {
                position++;
            }
            if (position < length && bytes[position] == '\n') {
                cut = position + 1;
            }
            position++;
        }
        return cut;
    }

    /** Just after the quote that closes the field, or after {@code length} if it is not certain to be in sight. */
    private int closingQuote(byte[] bytes, int from, int length) {
        byte quote = (byte) format.quote();
        int position = indexOf(bytes, quote, from, length);
        while (position + 1 < length && bytes[position + 1] == quote) {
            position = indexOf(bytes, quote, position + 2, length);
        }
        return position + 1;
    }

    private static int indexOf(byte[] bytes, byte wanted, int from, int end) {
        int position = from;
        while (position < end && bytes[position] != wanted) {
            position++;
        }
        return position;
    }

    private static long countLineFeeds(byte[] bytes, int end) {
        int count = 0;
        for (int index = 0; index < end; index++) {
            count += bytes[index] == '\n' ? 1 : 0;
        }
        return count;
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException failed) {
            throw CsvInput.failure(file, failed);
        }
    }
}
