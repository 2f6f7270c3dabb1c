package org.thetisdb.storage.load;

import java.nio.file.Path;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The errors of a load, so that each is worded once. */
final class LoadErrors {
    private LoadErrors() {}

    static ThetisException noSuchNode(long node) {
        return new ThetisException(
                ErrorCode.USAGE,
                "a relationship names a node that was not appended: node=" + node
                        + "; append all nodes before the relationships between them");
    }

    static ThetisException closed() {
        return new ThetisException(ErrorCode.CLOSED, "this load is finished or was closed; begin a new one");
    }

    static ThetisException targetExists(Path directory) {
        return new ThetisException(
                ErrorCode.IMPORT_TARGET_EXISTS,
                "something with the new database's name exists already: directory=" + directory
                        + "; choose another name, or delete it first");
    }

    static ThetisException openAppenders(int count) {
        return new ThetisException(
                ErrorCode.USAGE, "a load can only be finished when all appenders are closed: openAppenders=" + count);
    }

    static ThetisException duplicateValue(String labelName, String propertyKeyName, String value) {
        return new ThetisException(
                ErrorCode.IMPORT_DUPLICATE_ID,
                "two nodes have the same value of a property that must be unique: label=" + labelName + ", property="
                        + propertyKeyName + ", value=" + value
                        + "; remove one of them from the source, or ask for an index that is not unique");
    }

    static ThetisException lateIndex(String labelName, String propertyKeyName) {
        return new ThetisException(
                ErrorCode.USAGE,
                "an index must be asked for before the first node with its label is appended: label=" + labelName
                        + ", property=" + propertyKeyName);
    }
}
