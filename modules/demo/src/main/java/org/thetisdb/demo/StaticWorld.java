package org.thetisdb.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Places, organisations and tags: the part of the network that does not change with time or scale. Ids: countries
 * from 0, then cities, then continents; companies from 0, then universities; tags from 0; tag classes from 0, parents
 * first. Immutable and thread-safe.
 */
final class StaticWorld {
    private static final String RESOURCE_URL = "http://thetis.example/";

    /** A country and the ranges of its cities, companies and universities. */
    record Country(
            int id,
            String name,
            int continentId,
            String[] languages,
            Culture culture,
            int cityFirst,
            int cityCount,
            int companyFirst,
            int companyCount,
            int universityFirst,
            int universityCount) {}

    /** First and family names that go together, the frequent ones first. */
    record Culture(String[] maleNames, String[] femaleNames, String[] familyNames) {}

    private record Place(String name, int partOf) {}

    private record Organisation(String name, int placeId) {}

    private record TagClass(String name, int parent) {}

    private final Country[] countries;
    private final WeightedChoice countryChoice;
    private final List<Place> cities = new ArrayList<>();
    private final List<String> continents = new ArrayList<>();
    private final List<Organisation> companies = new ArrayList<>();
    private final List<Organisation> universities = new ArrayList<>();
    private final List<TagClass> tagClasses = new ArrayList<>();
    private final List<String> tagNames = new ArrayList<>();
    private final List<Integer> tagClassOfTag = new ArrayList<>();
    private final int[] tagsByPopularity;
    private final WeightedChoice popularity;
    private final int tagsPerClass;

    StaticWorld(long seed) {
        List<String[]> lines = WordLists.read("countries");
        countries = new Country[lines.size()];
        double[] weights = new double[countries.length];
        Map<String, Culture> cultures = new HashMap<>();
        for (String[] line : WordLists.read("cultures")) {
            cultures.put(line[0], new Culture(line[1].split(","), line[2].split(","), line[3].split(",")));
        }
        for (int id = 0; id < countries.length; id++) {
            String[] line = lines.get(id);
            weights[id] = Double.parseDouble(line[2]);
            countries[id] = country(id, line, Objects.requireNonNull(cultures.get(line[3]), line[3]));
        }
        countryChoice = new WeightedChoice(weights);
        String[] adjectives = WordLists.words("adjectives");
        tagsPerClass = adjectives.length * 6;
        addTags(adjectives);
        popularity = WeightedChoice.powerLaw(tagNames.size(), 20, 0.9);
        tagsByPopularity = shuffled(tagNames.size(), DeterministicRandom.of(seed, DeterministicRandom.Stream.WORLD, 0));
    }

    private Country country(int id, String[] line, Culture culture) {
        if (!continents.contains(line[1])) {
            continents.add(line[1]);
        }
        String[] cityNames = line[5].split(",");
        int cityFirst = cities.size();
        int companyFirst = companies.size();
        int universityFirst = universities.size();
        String[] industries = WordLists.words("industries");
        for (int index = 0; index < cityNames.length; index++) {
            String city = cityNames[index];
            int cityId = cityId(cities.size());
            cities.add(new Place(city, id));
            universities.add(new Organisation("University of " + city, cityId));
            universities.add(new Organisation(city + " Institute of Technology", cityId));
            if (index < 3) {
                universities.add(new Organisation(city + " Academy of Arts", cityId));
            }
            companies.add(new Organisation(city + " " + industries[(id + index) % industries.length], id));
        }
        for (int index = 0; index < 6; index++) {
            String founder = culture.familyNames()[(id + index) % culture.familyNames().length];
            String industry = industries[(id * 5 + index) % industries.length];
            companies.add(new Organisation(founder + " " + industry + " of " + line[0], id));
        }
        return new Country(
                id,
                line[0],
                continents.indexOf(line[1]),
                line[4].split(";"),
                culture,
                cityFirst,
                cityNames.length,
                companyFirst,
                companies.size() - companyFirst,
                universityFirst,
                universities.size() - universityFirst);
    }

    private void addTags(String[] adjectives) {
        Map<String, Integer> classByName = new HashMap<>();
        for (String[] line : WordLists.read("tags")) {
            int parent = line[1].isEmpty() ? -1 : Objects.requireNonNull(classByName.get(line[1]), line[1]);
            int id = tagClasses.size();
            classByName.put(line[0], id);
            tagClasses.add(new TagClass(line[0], parent));
            if (line[2].isEmpty()) {
                continue;
            }
            for (String noun : line[2].split(",")) {
                for (String adjective : adjectives) {
                    tagNames.add(adjective + " " + noun);
                    tagClassOfTag.add(id);
                }
            }
        }
    }

    private static int[] shuffled(int count, DeterministicRandom random) {
        int[] order = new int[count];
        for (int index = 0; index < count; index++) {
            int other = random.nextInt(index + 1);
            order[index] = order[other];
            order[other] = index;
        }
        return order;
    }

    private int cityId(int cityIndex) {
        return countries.length + cityIndex;
    }

    /** The country of a person who is drawn at random. */
    Country drawCountry(DeterministicRandom random) {
        return countries[countryChoice.draw(random)];
    }

    Country country(int id) {
        return countries[id];
    }

    int countryCount() {
        return countries.length;
    }

    /** A city of the country by its id; large cities, which come first, are more likely. */
    int drawCity(Country country, DeterministicRandom random) {
        double skewed = random.nextDouble() * StrictMath.sqrt(random.nextDouble());
        return cityId(country.cityFirst() + (int) (skewed * country.cityCount()));
    }

    String cityName(int cityId) {
        return cities.get(cityId - countries.length).name();
    }

    /** A university: mostly of the city itself, else of its country. */
    int drawUniversity(Country country, int cityId, DeterministicRandom random) {
        int index = country.universityFirst() + random.nextInt(country.universityCount());
        for (int attempt = 0; attempt < 6 && universities.get(index).placeId() != cityId; attempt++) {
            index = country.universityFirst() + random.nextInt(country.universityCount());
        }
        return companies.size() + index;
    }

    int drawCompany(Country country, DeterministicRandom random) {
        return country.companyFirst() + random.nextInt(country.companyCount());
    }

    /** A tag by its popularity, which is partly the world's and partly the country's. */
    int drawTag(int countryId, DeterministicRandom random) {
        int rank = popularity.draw(random);
        int shift = random.chance(0.5) ? 0 : (countryId + 1) * 67;
        return tagsByPopularity[(rank + shift) % tagsByPopularity.length];
    }

    /** A tag of the same class, mostly one of the same noun. */
    int drawRelatedTag(int tag, DeterministicRandom random) {
        int groupTags = random.chance(0.6) ? tagsPerClass / 6 : tagsPerClass;
        return tag - tag % groupTags + random.nextInt(groupTags);
    }

    /** Nodes without the relationship that others of their kind have: the continents and the tag class above all. */
    int rootCount() {
        return continents.size() + 1;
    }

    int tagCount() {
        return tagNames.size();
    }

    String tagName(int tag) {
        return tagNames.get(tag);
    }

    void writePlaces(CsvBuffer csv) {
        int continentFirst = cityId(cities.size());
        for (Country country : countries) {
            place(csv, country.id(), country.name(), "Country");
            csv.number(continentFirst + country.continentId()).next().endRow();
        }
        for (int index = 0; index < cities.size(); index++) {
            Place city = cities.get(index);
            place(csv, cityId(index), city.name(), "City");
            csv.number(city.partOf()).next().endRow();
        }
        for (int index = 0; index < continents.size(); index++) {
            place(csv, continentFirst + index, continents.get(index), "Continent");
            csv.next().endRow();
        }
    }

    private static void place(CsvBuffer csv, int id, String name, String type) {
        csv.number(id).next().text(name).next();
        csv.text(url("place/", name)).next().text(type).next();
    }

    void writeOrganisations(CsvBuffer csv) {
        organisations(csv, companies, "Company", 0);
        organisations(csv, universities, "University", companies.size());
    }

    private static void organisations(CsvBuffer csv, List<Organisation> organisations, String type, int idFirst) {
        for (int index = 0; index < organisations.size(); index++) {
            Organisation organisation = organisations.get(index);
            csv.number(idFirst + index).next().text(type).next();
            csv.text(organisation.name()).next();
            csv.text(url("organisation/", organisation.name())).next();
            csv.number(organisation.placeId()).next().endRow();
        }
    }

    void writeTagClasses(CsvBuffer csv) {
        for (int id = 0; id < tagClasses.size(); id++) {
            TagClass tagClass = tagClasses.get(id);
            csv.number(id).next().text(tagClass.name()).next();
            csv.text(url("class/", tagClass.name())).next();
            if (tagClass.parent() >= 0) {
                csv.number(tagClass.parent());
            }
            csv.next().endRow();
        }
    }

    void writeTags(CsvBuffer csv) {
        for (int id = 0; id < tagNames.size(); id++) {
            csv.number(id).next().text(tagNames.get(id)).next();
            csv.text(url("tag/", tagNames.get(id))).next();
            csv.number(tagClassOfTag.get(id)).next().endRow();
        }
    }

    private static String url(String kind, String name) {
        return RESOURCE_URL + kind + name.replace(' ', '_');
    }
}
