package org.thetisdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import org.thetisdb.importer.ImportArguments;
import org.thetisdb.importer.ImportProgress;

/** Four persons, a city, and what is between them, imported from CSV files. */
final class SmallDatabase {
    private static final String PERSONS = """
            :ID(Person),id:long,name,born:date,seen:datetime,height:double,tags:string[],member:boolean
            1,1,Ada,1815-12-10,2012-11-29T02:52:48.123Z,1.65,math;verse,true
            2,2,Bob,1900-01-01,2012-11-30T00:00:00Z,1.80,,false
            3,3,"Cléo, ""the third\""",,,,math,
            4,4,Dan,,,,,
            """;
    private static final String CITIES = """
            :ID(City),name
            7,London
            """;
    private static final String KNOWS = """
            :START_ID(Person),:END_ID(Person),since:long
            1,2,2001
            2,3,2002
            3,4,
            """;
    private static final String LIVES = """
            :START_ID(Person),:END_ID(City)
            1,7
            """;

    private SmallDatabase() {}

    static java.nio.file.Path create(java.nio.file.Path folder) {
        try {
            Files.writeString(folder.resolve("persons.csv"), PERSONS);
            Files.writeString(folder.resolve("cities.csv"), CITIES);
            Files.writeString(folder.resolve("knows.csv"), KNOWS);
            Files.writeString(folder.resolve("lives.csv"), LIVES);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        java.nio.file.Path database = folder.resolve("small");
        List<String> words = List.of(
                database.toString(),
                "--nodes",
                "Person=" + folder.resolve("persons.csv"),
                "--nodes",
                "City=" + folder.resolve("cities.csv"),
                "--relationships",
                "KNOWS=" + folder.resolve("knows.csv"),
                "--relationships",
                "LIVES_IN=" + folder.resolve("lives.csv"),
                "--unique-index",
                "Person.id",
                "--threads",
                "1");
        ImportArguments.parse(words.toArray(String[]::new)).run(ImportProgress.NONE);
        return database;
    }
}
