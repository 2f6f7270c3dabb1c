package org.thetisdb.storage.file;

import java.lang.foreign.ValueLayout;
import org.thetisdb.storage.ExtensionJar;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The jar of an extension in a data file; it can be read as long as the file is there. Immutable.
 *
 * @param name of the extension, for errors
 * @param digest what it must have
 */
record StoredJar(ExtentReader reader, Extent extent, String name, String digest) implements ExtensionJar {
    @Override
    public byte[] bytes() {
        byte[] bytes = extent.isPresent() ? reader.read(extent).toArray(ValueLayout.JAVA_BYTE) : new byte[0];
        String found = ExtensionJar.digest(bytes);
        if (!found.equals(digest)) {
            throw new ThetisException(
                    ErrorCode.CHECKSUM_MISMATCH,
                    "the jar of an extension is not what was written: name=" + name + ", digest=" + found
                            + ", expected=" + digest + ", file=" + extent.file() + ", offset=" + extent.offset()
                            + "; drop the extension and create it again, or restore the database from a backup");
        }
        return bytes;
    }
}
