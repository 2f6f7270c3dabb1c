package org.thetisdb.value;

/**
 * Every error that Thetis reports, by a stable code that never changes its meaning. The number's thousand tells the
 * family: 1 the query's text, 2 the query's run, 3 import, 4 files of a database, 5 resources, 6 use of the API, 7
 * transactions, 9 a defect of ours.
 */
public enum ErrorCode {
    SYNTAX(1001, Category.USER, "42001"),
    UNDEFINED_VARIABLE(1002, Category.USER, "42N62"),
    VARIABLE_ALREADY_DEFINED(1003, Category.USER, "42N59"),
    TYPE_MISMATCH(1004, Category.USER, "22G03"),
    UNKNOWN_FUNCTION(1005, Category.USER, "42N48"),
    WRONG_ARGUMENT_COUNT(1006, Category.USER, "42I13"),
    INVALID_AGGREGATION(1007, Category.USER, "42I18"),
    MISSING_PARAMETER(1008, Category.USER, "42N51"),
    INVALID_PARAMETER(1009, Category.USER, "22G03"),
    NOT_YET_SUPPORTED(1010, Category.USER, "42N17"),
    SEMANTIC(1011, Category.USER, "42000"),
    UNKNOWN_PROCEDURE(1012, Category.USER, "42N08"),

    DIVISION_BY_ZERO(2001, Category.USER, "22012"),
    NUMBER_OUT_OF_RANGE(2002, Category.USER, "22003"),
    INVALID_ARGUMENT(2003, Category.USER, "22000"),
    INVALID_TEMPORAL(2004, Category.USER, "22007"),
    QUERY_TIMED_OUT(2005, Category.TRANSIENT, "57014"),
    QUERY_CANCELLED(2006, Category.TRANSIENT, "57014"),

    IMPORT_BAD_ROW(3001, Category.USER, "22N01"),
    IMPORT_BAD_HEADER(3002, Category.USER, "22N01"),
    IMPORT_BAD_MAPPING(3003, Category.USER, "22N01"),
    IMPORT_DUPLICATE_ID(3004, Category.USER, "22N80"),
    IMPORT_DANGLING_RELATIONSHIP(3005, Category.USER, "22N81"),
    IMPORT_TARGET_EXISTS(3006, Category.USER, "22N82"),
    IMPORT_INTERRUPTED(3007, Category.USER, "22N83"),

    DATABASE_NOT_FOUND(4001, Category.USER, "08N01"),
    NOT_A_DATABASE(4002, Category.USER, "08N02"),
    FORMAT_TOO_NEW(4003, Category.USER, "08N03"),
    FORMAT_TOO_OLD(4004, Category.USER, "08N04"),
    FILE_TRUNCATED(4005, Category.RESOURCE, "58N01"),
    CHECKSUM_MISMATCH(4006, Category.RESOURCE, "58N02"),
    CORRUPT_STRUCTURE(4007, Category.RESOURCE, "58N03"),
    DATABASE_LOCKED(4008, Category.TRANSIENT, "08N05"),
    FILE_MISSING(4009, Category.RESOURCE, "58N04"),
    LOG_DAMAGED(4010, Category.RESOURCE, "58N05"),
    LOG_SEGMENT_MISSING(4011, Category.RESOURCE, "58N06"),
    BACKUP_DIFFERS(4012, Category.USER, "58N08"),
    WRONG_DATABASE(4013, Category.RESOURCE, "58N09"),
    WRONG_FILE(4014, Category.RESOURCE, "58N10"),
    DATABASE_REPLACED(4020, Category.RESOURCE, "58N20"),

    MEMORY_EXHAUSTED(5001, Category.RESOURCE, "53200"),
    DISK_FULL(5002, Category.RESOURCE, "53100"),
    IO_FAILED(5003, Category.RESOURCE, "58030"),
    LIMIT_EXCEEDED(5004, Category.RESOURCE, "54000"),
    LOG_FAILED(5005, Category.RESOURCE, "58N07"),

    CLOSED(6001, Category.USER, "55000"),
    NO_SUCH_COLUMN(6002, Category.USER, "42703"),
    UNEXPECTED_RESULT(6003, Category.USER, "21000"),
    USAGE(6004, Category.USER, "42000"),

    TRANSACTION_CONFLICT(7001, Category.TRANSIENT, "40001"),
    CONSTRAINT_VIOLATED(7002, Category.USER, "23N01"),
    NODE_STILL_CONNECTED(7003, Category.USER, "2BN01"),
    ENTITY_DELETED(7004, Category.USER, "22N01"),
    STORE_READ_ONLY(7005, Category.RESOURCE, "25006"),
    CLOCK_WENT_BACK(7006, Category.RESOURCE, "22N02"),
    REVISION_NOT_FOUND(7007, Category.USER, "22N03"),
    TRANSACTION_ENDED(7008, Category.USER, "25N01"),
    SCHEMA_EXISTS(7009, Category.USER, "42N70"),
    SCHEMA_NOT_FOUND(7010, Category.USER, "42N71"),
    READ_ONLY_TRANSACTION(7011, Category.USER, "25006"),
    PARTLY_COMMITTED(7012, Category.USER, "25N02"),

    INTERNAL(9001, Category.INTERNAL, "50N00");

    /** Who has to act: the user, the user again later, whoever runs the machine, or we. */
    public enum Category {
        USER,
        TRANSIENT,
        RESOURCE,
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

    /** The code as users see and search it, for example {@code THETIS-1001}. */
    public String code() {
        return "THETIS-" + number;
    }

    public Category category() {
        return category;
    }

    /** The five-character GQLSTATUS of ISO/IEC 39075 that is nearest. */
    public String gqlStatus() {
        return gqlStatus;
    }
}
