package org.thetisdb.value;

/**
 * Every error that Thetis reports, by a stable code that never changes its meaning. The number's thousand tells the
 * family: 1 the query's text, 2 the query's run, 3 import, 4 files of a database, 5 resources, 6 use of the API, 7
 * transactions, 8 extensions, 9 a defect of ours.
 */
public enum ErrorCode {
    /** The text is not Cypher: there is a word or sign where another is expected. */
    SYNTAX(1001, Category.USER, "42001"),
    /** A variable is read that no earlier clause has bound. */
    UNDEFINED_VARIABLE(1002, Category.USER, "42N62"),
    /** A variable is bound under a name that is taken, or two columns have the same name. */
    VARIABLE_ALREADY_DEFINED(1003, Category.USER, "42N59"),
    /**
     * A value is of another type than what it is used for; also from typed getters of records, nodes and
     * relationships.
     */
    TYPE_MISMATCH(1004, Category.USER, "22G03"),
    /** There is no function of that name. */
    UNKNOWN_FUNCTION(1005, Category.USER, "42N48"),
    /** A function or procedure takes more arguments, or fewer. */
    WRONG_ARGUMENT_COUNT(1006, Category.USER, "42I13"),
    /** An aggregate function is used where none is allowed, or beside an expression that is not a grouping key. */
    INVALID_AGGREGATION(1007, Category.USER, "42I18"),
    /** The text mentions a parameter that was not given. */
    MISSING_PARAMETER(1008, Category.USER, "42N51"),
    /** A parameter cannot be used: its name is empty, or Cypher has no type for its Java class. */
    INVALID_PARAMETER(1009, Category.USER, "22G03"),
    /** It is Cypher that Thetis does not support. */
    NOT_YET_SUPPORTED(1010, Category.USER, "42N17"),
    /** The text is wrong in a way that has no code of its own. */
    SEMANTIC(1011, Category.USER, "42000"),
    /** There is no procedure of that name. */
    UNKNOWN_PROCEDURE(1012, Category.USER, "42N08"),

    /** An INTEGER was divided by zero. */
    DIVISION_BY_ZERO(2001, Category.USER, "22012"),
    /** A number is too large for its type or for what it is used for. */
    NUMBER_OUT_OF_RANGE(2002, Category.USER, "22003"),
    /** A value is of the right type but cannot be used. */
    INVALID_ARGUMENT(2003, Category.USER, "22000"),
    /** A date, time or duration cannot be read, or does not exist. */
    INVALID_TEMPORAL(2004, Category.USER, "22007"),
    /** The query has run longer than the database's options allow. */
    QUERY_TIMED_OUT(2005, Category.TRANSIENT, "57014"),
    /** The query was cancelled, or the database is being closed. */
    QUERY_CANCELLED(2006, Category.TRANSIENT, "57014"),

    /** A row cannot be read as its header says. */
    IMPORT_BAD_ROW(3001, Category.USER, "22N01"),
    /** A header cannot be read, or does not fit the mapping. */
    IMPORT_BAD_HEADER(3002, Category.USER, "22N01"),
    /** A mapping file cannot be read, or contradicts itself. */
    IMPORT_BAD_MAPPING(3003, Category.USER, "22N01"),
    /** Two nodes have the same id in the same space. */
    IMPORT_DUPLICATE_ID(3004, Category.USER, "22N80"),
    /** A relationship starts or ends at a node that was not imported. */
    IMPORT_DANGLING_RELATIONSHIP(3005, Category.USER, "22N81"),
    /** Something exists already where a database, a backup or a dump is to be made. */
    IMPORT_TARGET_EXISTS(3006, Category.USER, "22N82"),
    /** An import was interrupted; there is no complete database under its name. */
    IMPORT_INTERRUPTED(3007, Category.USER, "22N83"),

    /** There is nothing of that name. */
    DATABASE_NOT_FOUND(4001, Category.USER, "08N01"),
    /** The path is not a database, or not a backup where one is needed. */
    NOT_A_DATABASE(4002, Category.USER, "08N02"),
    /** A newer Thetis has written the database. */
    FORMAT_TOO_NEW(4003, Category.USER, "08N03"),
    /** The database has a format that is no longer read. */
    FORMAT_TOO_OLD(4004, Category.USER, "08N04"),
    /** A file is shorter than it must be. */
    FILE_TRUNCATED(4005, Category.RESOURCE, "58N01"),
    /** A page or a record is not what was written: its checksum differs. */
    CHECKSUM_MISMATCH(4006, Category.RESOURCE, "58N02"),
    /** Checksums are right, and what they cover contradicts itself. */
    CORRUPT_STRUCTURE(4007, Category.RESOURCE, "58N03"),
    /** Another process, or this one, has the directory open for writing. */
    DATABASE_LOCKED(4008, Category.TRANSIENT, "08N05"),
    /** A file that must be there is not. */
    FILE_MISSING(4009, Category.RESOURCE, "58N04"),
    /** The log cannot be read where commits that count follow. */
    LOG_DAMAGED(4010, Category.RESOURCE, "58N05"),
    /** A file in the middle of the log is missing. */
    LOG_SEGMENT_MISSING(4011, Category.RESOURCE, "58N06"),
    /** The backup at that place is of another database, or of another history of this one. */
    BACKUP_DIFFERS(4012, Category.USER, "58N08"),
    /** A file belongs to another database. */
    WRONG_DATABASE(4013, Category.RESOURCE, "58N09"),
    /** A file is not the one that belongs under its name, such as an older copy. */
    WRONG_FILE(4014, Category.RESOURCE, "58N10"),
    /** The database's files were deleted, renamed or replaced while it was open. */
    DATABASE_REPLACED(4020, Category.RESOURCE, "58N20"),

    /** A query needs more memory than its limit, or than the heap has. */
    MEMORY_EXHAUSTED(5001, Category.RESOURCE, "53200"),
    /** The disk is full; what was to be committed or written was not written completely. */
    DISK_FULL(5002, Category.RESOURCE, "53100"),
    /** The operating system could not read or write. */
    IO_FAILED(5003, Category.RESOURCE, "58030"),
    /** More was asked for than there may be: of nesting, of a name's length, of nodes, and so on. */
    LIMIT_EXCEEDED(5004, Category.RESOURCE, "54000"),
    /** An earlier write to the log has failed, so nothing more is committed until the database is reopened. */
    LOG_FAILED(5005, Category.RESOURCE, "58N07"),
    /** Changes could not be written to the data files in time, and there is no memory for more; a retry may succeed. */
    WRITE_STALLED(5006, Category.TRANSIENT, "53000"),

    /** The database, session or result was closed before. */
    CLOSED(6001, Category.USER, "55000"),
    /** A record has no column of that name or place. */
    NO_SUCH_COLUMN(6002, Category.USER, "42703"),
    /** One record was expected, and there was none, or more. */
    UNEXPECTED_RESULT(6003, Category.USER, "21000"),
    /** A method or a command was given what it does not take. */
    USAGE(6004, Category.USER, "42000"),

    /** Code of an extension has thrown, or has given what it must not; the cause is the exception. */
    EXTENSION_FAILED(6101, Category.USER, "38000"),
    /** What is to be an extension is none: of a class, a method, a type or a name. */
    EXTENSION_INVALID(6102, Category.USER, "42N90"),
    /** Code of an extension was ended: it had taken too long, or too much. */
    EXTENSION_STOPPED(6103, Category.USER, "38N01"),
    /** A trigger does not allow what was changed; the transaction was rolled back. */
    TRIGGER_REFUSED(6104, Category.USER, "23N02"),
    /** An extension that has triggers is not loaded, so nothing can be changed. */
    TRIGGER_MISSING(6105, Category.USER, "55N01"),

    /** Another transaction has changed the same, or what was read, and has committed first; a retry may succeed. */
    TRANSACTION_CONFLICT(7001, Category.TRANSIENT, "40001"),
    /** Two nodes would have a value that must be unique. */
    CONSTRAINT_VIOLATED(7002, Category.USER, "23N01"),
    /** A node was deleted that has relationships, without DETACH. */
    NODE_STILL_CONNECTED(7003, Category.USER, "2BN01"),
    /** A node or relationship is used that this transaction has deleted. */
    ENTITY_DELETED(7004, Category.USER, "22N01"),
    /** The database was opened for reading only. */
    STORE_READ_ONLY(7005, Category.RESOURCE, "25006"),
    /** The system's clock is far behind the time of the last commit. */
    CLOCK_WENT_BACK(7006, Category.RESOURCE, "22N02"),
    /** The revision does not exist yet, or is not retained any more. */
    REVISION_NOT_FOUND(7007, Category.USER, "22N03"),
    /** The transaction was committed, rolled back, or has failed. */
    TRANSACTION_ENDED(7008, Category.USER, "25N01"),
    /** The index or constraint exists already. */
    SCHEMA_EXISTS(7009, Category.USER, "42N70"),
    /** The index or constraint does not exist. */
    SCHEMA_NOT_FOUND(7010, Category.USER, "42N71"),
    /** A statement that writes was run where only reads are allowed: in a read-only transaction, or in the past. */
    READ_ONLY_TRANSACTION(7011, Category.USER, "25006"),
    /** A statement that commits along the way has failed after a part of it was committed. */
    PARTLY_COMMITTED(7012, Category.USER, "25N02"),
    /** Somebody else has ended the transaction; it is not tried again by itself. */
    TRANSACTION_TERMINATED(7013, Category.TRANSIENT, "25N16"),
    /** The transaction has taken longer, or was idle for longer, than the options allow. */
    TRANSACTION_TIMED_OUT(7014, Category.TRANSIENT, "25N14"),

    /** A defect of Thetis. */
    INTERNAL(9001, Category.INTERNAL, "50N00");

    /** Who has to act: the user, the user by trying again, the operator, or the developers of Thetis. */
    public enum Category {
        /** Whoever wrote the query or the call: it is wrong, or the data differ from what it assumes. */
        USER,
        /** The user, by trying again later: nothing is wrong with it. */
        TRANSIENT,
        /** The operator: memory, disk or files are not as they must be. */
        RESOURCE,
        /** The developers of Thetis. */
        INTERNAL
    }

    private final int number;
    private final Category category;
    private final String gqlStatus;

    ErrorCode(int number, Category category, String gqlStatus) {
        this.number = number;
        this.category = category;
        this.gqlStatus = gqlStatus;
    }

    /** {@return the code as users see and search it, for example {@code THETIS-1001}} */
    public String code() {
        return "THETIS-" + number;
    }

    /** {@return who has to act} */
    public Category category() {
        return category;
    }

    /** {@return the five-character GQLSTATUS of ISO/IEC 39075 that is nearest} */
    public String gqlStatus() {
        return gqlStatus;
    }
}
