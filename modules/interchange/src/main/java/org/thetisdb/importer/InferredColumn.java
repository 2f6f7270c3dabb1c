package org.thetisdb.importer;

/**
 * What a plain column was taken for, because all of its values are such.
 *
 * @param table the files, as the import was given them
 * @param column its name, which is that of the property
 * @param type such as {@code INTEGER} or {@code ZONED DATETIME}; {@code STRING} where nothing else holds everything
 * @param reason why it is text though something else seems to be meant, with a value and its line; else empty
 */
public record InferredColumn(String table, String column, String type, String reason) {}
