package org.thetisdb.demo;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.time.LocalDate;
import java.util.Arrays;
import org.thetisdb.demo.DeterministicRandom.Stream;

/**
 * The persons of a network, their friendships, their interests, and the events that everybody talks about: all that
 * must be known at once to generate the rest piece by piece. A person's id is its index; ids grow with the date of
 * joining. Person 0 is a well-known one: present from the first day, with many friends. Immutable and thread-safe
 * once built.
 */
final class Society {
    /** Persons at scale 1. */
    private static final int PERSONS_AT_SCALE_ONE = 10_000;

    private static final int PERSONS_MIN = 30;
    private static final double FRIENDS_MEAN_AT_SCALE_ONE = 31;
    private static final double FRIENDS_GROWTH = 0.22;
    private static final int INTERESTS_MAX = 80;
    private static final double INTERESTS_MEAN = 26;
    private static final int FIRST_BIRTH_YEAR = 1960;
    /** People stop joining this long before the end. */
    private static final long LAST_JOIN_MILLIS = Timeline.END_MILLIS - 21 * Timeline.DAY_MILLIS;

    /** Something that makes many write about one tag within days. */
    record Event(long startMillis, int tag) {}

    private final long seed;
    private final StaticWorld world;
    private final byte[][] browsers = WordLists.encoded(WordLists.words("browsers"));
    private final String[] mailHosts = WordLists.words("mailhosts");
    private final long[] created;
    private final int[] country;
    private final int[] city;
    private final boolean[] female;
    private final int[] firstName;
    private final int[] familyName;
    private final int[] birthDay;
    private final int[] address;
    private final byte[] browser;
    private final int[] university;
    private final int[] mainTag;
    private final int[][] interests;
    private final Friendships friendships;
    private final Event[] events;
    private final WeightedChoice eventSizes;

    Society(StaticWorld world, double scale, long seed) {
        this.seed = seed;
        this.world = world;
        int count = (int) Math.max(PERSONS_MIN, Math.round(scale * PERSONS_AT_SCALE_ONE));
        created = new long[count];
        country = new int[count];
        city = new int[count];
        female = new boolean[count];
        firstName = new int[count];
        familyName = new int[count];
        birthDay = new int[count];
        address = new int[count];
        browser = new byte[count];
        university = new int[count];
        mainTag = new int[count];
        interests = new int[count][];
        int[] wishedFriends = new int[count];
        double friendsMean = FRIENDS_MEAN_AT_SCALE_ONE * StrictMath.pow(scale, FRIENDS_GROWTH);
        DeterministicRandom random = DeterministicRandom.of(seed, Stream.PERSON, 0);
        for (int person = 0; person < count; person++) {
            random.restart(seed, Stream.PERSON, person);
            drawPerson(person, random);
            // What is not fulfilled along the orders (a sixth or so) is asked for in advance.
            double wished = random.nextLogNormal(friendsMean * 1.16, 1.05);
            wishedFriends[person] = (int) Math.clamp(wished, 1, Math.max(5, count / 6));
        }
        wishedFriends[0] = (int) Math.clamp(friendsMean * 5, 5, Math.max(5, count / 4));
        friendships = Friendships.make(
                seed, created, wishedFriends, this::studyLikeness, this::interestLikeness, this::noLikeness);
        for (int person = 0; person < count; person++) {
            random.restart(seed, Stream.INTEREST, person);
            interests[person] = drawInterests(person, random);
        }
        random.restart(seed, Stream.EVENT, 0);
        events = new Event[40 + count / 100];
        for (int index = 0; index < events.length; index++) {
            double late = StrictMath.sqrt(random.nextDouble());
            long start = Timeline.START_MILLIS + (long) (late * (Timeline.DAYS - 30) * Timeline.DAY_MILLIS);
            events[index] = new Event(start, world.drawTag(random.nextInt(world.countryCount()), random));
        }
        eventSizes = WeightedChoice.powerLaw(events.length, 2, 1.1);
    }

    private void drawPerson(int person, DeterministicRandom random) {
        StaticWorld.Country home = world.drawCountry(random);
        country[person] = home.id();
        city[person] = world.drawCity(home, random);
        female[person] = random.chance(0.5);
        StaticWorld.Culture culture = home.culture();
        String[] firstNames = female[person] ? culture.femaleNames() : culture.maleNames();
        firstName[person] = skewedIndex(firstNames.length, random);
        familyName[person] = skewedIndex(culture.familyNames().length, random);
        long span = LAST_JOIN_MILLIS - Timeline.START_MILLIS;
        created[person] = Timeline.START_MILLIS + (long) ((person + random.nextDouble()) / created.length * span);
        double young = 1 - random.nextDouble() * random.nextDouble();
        birthDay[person] = (int) LocalDate.of(FIRST_BIRTH_YEAR, 1, 1).toEpochDay() + (int) (young * 36 * 365);
        address[person] = drawAddress(home.id(), random);
        browser[person] = (byte) random.nextInt(browsers.length);
        university[person] = random.chance(0.8) ? world.drawUniversity(home, city[person], random) : -1;
        mainTag[person] = world.drawTag(home.id(), random);
    }

    private static int skewedIndex(int count, DeterministicRandom random) {
        double uniform = random.nextDouble();
        return (int) (count * uniform * StrictMath.sqrt(uniform));
    }

    private static int drawAddress(int countryId, DeterministicRandom random) {
        return (20 + countryId * 4 + random.nextInt(4)) << 24 | random.nextInt(1 << 24);
    }

    private int birthYear(int person) {
        return LocalDate.ofEpochDay(birthDay[person]).getYear();
    }

    private long studyLikeness(int person) {
        int school = university[person] + 1;
        long place = ((long) country[person] << 10 | city[person]) << 13 | school;
        return place << 7 | (birthYear(person) - FIRST_BIRTH_YEAR);
    }

    private long interestLikeness(int person) {
        return (long) mainTag[person] << 7 | (birthYear(person) - FIRST_BIRTH_YEAR);
    }

    private long noLikeness(int person) {
        return DeterministicRandom.of(seed, Stream.FRIENDSHIP, 1000L + person).nextLong() >>> (64 - 30);
    }

    /** The main interest, then a mix of what friends like who were here before, related tags and popular ones. */
    private int[] drawInterests(int person, DeterministicRandom random) {
        int wished = (int) Math.clamp(random.nextLogNormal(INTERESTS_MEAN, 1.0), 1, INTERESTS_MAX);
        int[] tags = new int[wished];
        tags[0] = mainTag[person];
        int count = 1;
        int degree = friendships.degree(person);
        for (int attempt = 0; count < wished && attempt < 4 * wished; attempt++) {
            double source = random.nextDouble();
            int tag;
            if (source < 0.5 && degree > 0) {
                int friend = friendships.friend(person, random.nextInt(degree));
                tag = friend < person ? interests[friend][random.nextInt(interests[friend].length)] : mainTag[friend];
            } else if (source < 0.75) {
                tag = world.drawRelatedTag(tags[random.nextInt(count)], random);
            } else {
                tag = world.drawTag(country[person], random);
            }
            count = addDistinct(tags, count, tag);
        }
        return Arrays.copyOf(tags, count);
    }

    /** Appends the tag unless it is there; the new count. */
    static int addDistinct(int[] tags, int count, int tag) {
        for (int index = 0; index < count; index++) {
            if (tags[index] == tag) {
                return count;
            }
        }
        tags[count] = tag;
        return count + 1;
    }

    int personCount() {
        return created.length;
    }

    StaticWorld world() {
        return world;
    }

    Friendships friendships() {
        return friendships;
    }

    long created(int person) {
        return created[person];
    }

    int country(int person) {
        return country[person];
    }

    int city(int person) {
        return city[person];
    }

    int university(int person) {
        return university[person];
    }

    int address(int person) {
        return address[person];
    }

    byte[] browser(int person) {
        return browsers[browser[person]];
    }

    int[] interests(int person) {
        return interests[person];
    }

    byte[][] browsers() {
        return browsers;
    }

    Event drawEvent(DeterministicRandom random) {
        return events[eventSizes.draw(random)];
    }

    private String firstName(int person) {
        StaticWorld.Culture culture = world.country(country[person]).culture();
        return (female[person] ? culture.femaleNames() : culture.maleNames())[firstName[person]];
    }

    private String familyName(int person) {
        return world.country(country[person]).culture().familyNames()[familyName[person]];
    }

    String fullName(int person) {
        return firstName(person) + " " + familyName(person);
    }

    void writePerson(CsvBuffer csv, int person) {
        DeterministicRandom random = DeterministicRandom.of(seed, Stream.PERSON, person + (1L << 40));
        csv.moment(created[person]).next().number(person).next();
        csv.text(firstName(person)).next().text(familyName(person)).next();
        csv.text(female[person] ? "female" : "male").next();
        csv.text(LocalDate.ofEpochDay(birthDay[person]).toString()).next();
        csv.address(address[person]).next().text(browser(person)).next();
        csv.number(city[person]).next();
        String[] languages = world.country(country[person]).languages();
        boolean english = languages[0].equals("en") || random.chance(0.6);
        csv.text(String.join(";", languages));
        if (english && !Arrays.asList(languages).contains("en")) {
            csv.text(";en");
        }
        csv.next();
        int mailCount = 1 + (int) (mailHosts.length * random.nextDouble() * random.nextDouble());
        for (int mail = 0; mail < mailCount; mail++) {
            csv.text(mail == 0 ? "" : ";")
                    .text(asciiName(firstName(person)))
                    .number(person)
                    .text("@" + mailHosts[mail]);
        }
        csv.next().endRow();
    }

    private static byte[] asciiName(String name) {
        StringBuilder ascii = new StringBuilder();
        String decomposed = Normalizer.normalize(name, Normalizer.Form.NFD);
        decomposed.chars().filter(c -> c < 128).forEach(c -> ascii.append((char) c));
        return (ascii.isEmpty() ? "me" : ascii.toString()).getBytes(StandardCharsets.US_ASCII);
    }

    void writeFriendships(CsvBuffer csv, int person) {
        int degree = friendships.degree(person);
        for (int number = 0; number < degree; number++) {
            int friend = friendships.friend(person, number);
            if (person < friend) {
                csv.moment(friendships.since(person, number)).next();
                csv.number(person).next().number(friend).next().endRow();
            }
        }
    }

    void writeInterests(CsvBuffer csv, int person) {
        for (int tag : interests[person]) {
            csv.moment(created[person])
                    .next()
                    .number(person)
                    .next()
                    .number(tag)
                    .next()
                    .endRow();
        }
    }

    void writeStudies(CsvBuffer csv, int person) {
        if (university[person] >= 0) {
            DeterministicRandom random = DeterministicRandom.of(seed, Stream.PERSON, person + (2L << 40));
            csv.moment(created[person])
                    .next()
                    .number(person)
                    .next()
                    .number(university[person])
                    .next();
            csv.number(Math.min(2012, birthYear(person) + 18 + random.nextInt(5)))
                    .next()
                    .endRow();
        }
    }

    void writeJobs(CsvBuffer csv, int person) {
        DeterministicRandom random = DeterministicRandom.of(seed, Stream.PERSON, person + (3L << 40));
        int[] companies = new int[6];
        int wished = random.nextInt(5);
        int count = 0;
        for (int job = 0; job < wished; job++) {
            StaticWorld.Country place = random.chance(0.9) ? world.country(country[person]) : world.drawCountry(random);
            int before = count;
            count = addDistinct(companies, count, world.drawCompany(place, random));
            if (count > before) {
                csv.moment(created[person])
                        .next()
                        .number(person)
                        .next()
                        .number(companies[before])
                        .next();
                csv.number(Math.min(2012, birthYear(person) + 19 + random.nextInt(9)))
                        .next()
                        .endRow();
            }
        }
    }

    /** An address and a country for a message: mostly the person's own, else those of a journey. */
    int drawJourneyCountry(int person, DeterministicRandom random) {
        return random.chance(0.92) ? country[person] : world.drawCountry(random).id();
    }

    int addressIn(int countryId, int person, DeterministicRandom random) {
        return countryId == country[person] ? address[person] : drawAddress(countryId, random);
    }
}
