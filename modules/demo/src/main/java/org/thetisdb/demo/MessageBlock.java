package org.thetisdb.demo;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.thetisdb.demo.DeterministicRandom.Stream;

/**
 * Generates the forums of a few moderators with all that happens in them, into buffers of its own: each person's wall
 * (where friends are members from the day of the friendship), albums (photos of one day, seen by most friends) and,
 * rarely, groups (about one tag, with friends and their friends as members).
 *
 * <p>Invariants: creation of a forum &lt;= joining of a member &lt;= the member's messages and likes; message &lt; its
 * replies and likes; everything &lt; the timeline's end (what would be later is left out). Ids are
 * {@code slice of time << 36 | block << 20 | number in block}, for forums and messages alike: unique without any
 * coordination between blocks, and growing with time.
 */
final class MessageBlock {
    /** Moderators whose forums make one block. */
    static final int PERSONS_PER_BLOCK = 32;

    private static final int NUMBER_BITS = 20;
    private static final int BLOCK_BITS = 16;
    static final int BLOCKS_MAX = 1 << BLOCK_BITS;

    private static final int NOBODY = -1;
    private static final int ANY_MEMBER = -2;

    private static final int THREAD_COMMENTS_MAX = 20;
    private static final int TAGS_MAX = 18;
    private static final int GROUP_MEMBERS_MAX = 2000;
    /** Forums do not start within the last day. */
    private static final long LAST_FORUM_MILLIS = Timeline.END_MILLIS - Timeline.DAY_MILLIS;

    private static final byte[] PHOTO = {'p', 'h', 'o', 't', 'o'};
    private static final byte[] JPEG = {'.', 'j', 'p', 'g'};

    private final Society society;
    private final Friendships friendships;
    private final StaticWorld world;
    private final long seed;
    private final double postsPerPerson;
    private final double friendsMean;
    private final MessageText text;
    private final Map<NetworkFile, CsvBuffer> buffers = new EnumMap<>(NetworkFile.class);
    private final DeterministicRandom random;
    private int block;
    private int forumNumber;
    private int messageNumber;

    private final CsvBuffer forums = buffer(NetworkFile.FORUM);
    private final CsvBuffer forumMembers = buffer(NetworkFile.FORUM_HAS_MEMBER_PERSON);
    private final CsvBuffer forumTags = buffer(NetworkFile.FORUM_HAS_TAG_TAG);
    private final CsvBuffer posts = buffer(NetworkFile.POST);
    private final CsvBuffer postTags = buffer(NetworkFile.POST_HAS_TAG_TAG);
    private final CsvBuffer comments = buffer(NetworkFile.COMMENT);
    private final CsvBuffer commentTags = buffer(NetworkFile.COMMENT_HAS_TAG_TAG);
    private final CsvBuffer postLikes = buffer(NetworkFile.PERSON_LIKES_POST);
    private final CsvBuffer commentLikes = buffer(NetworkFile.PERSON_LIKES_COMMENT);

    // The current forum: its members by date of joining.
    private int[] members = new int[256];
    private long[] joined = new long[256];
    private int memberCount;
    private final long[] drawnMembers = new long[GROUP_MEMBERS_MAX];
    private final int[] lastGroupOf;
    private int groupStamp;

    // The current thread: the post at 0, then its comments.
    private final long[] threadIds = new long[THREAD_COMMENTS_MAX + 2];
    private final long[] threadDates = new long[THREAD_COMMENTS_MAX + 2];
    private final int[] tags = new int[TAGS_MAX];
    private int tagCount;
    private final int[] answerTags = new int[TAGS_MAX];

    MessageBlock(Society society, double scale, long seed) {
        this.society = society;
        this.friendships = society.friendships();
        this.world = society.world();
        this.seed = seed;
        this.postsPerPerson = 24 * StrictMath.pow(scale, 0.24);
        this.friendsMean = 2.0 * friendships.count() / society.personCount();
        this.text = new MessageText(world);
        this.random = DeterministicRandom.of(seed, Stream.FORUM, 0);
        this.lastGroupOf = new int[society.personCount()];
    }

    private CsvBuffer buffer(NetworkFile file) {
        CsvBuffer buffer = new CsvBuffer();
        buffers.put(file, buffer);
        return buffer;
    }

    /** The rows of the last block generated, until they are drained. */
    Map<NetworkFile, CsvBuffer> buffers() {
        return buffers;
    }

    void generate(int block) {
        this.block = block;
        forumNumber = 0;
        messageNumber = 0;
        int first = block * PERSONS_PER_BLOCK;
        int end = Math.min(society.personCount(), first + PERSONS_PER_BLOCK);
        for (int moderator = first; moderator < end; moderator++) {
            random.restart(seed, Stream.FORUM, moderator);
            wall(moderator);
            int albumCount = (int) random.nextExponential(9.4 * presence(moderator));
            for (int album = 0; album < albumCount; album++) {
                album(moderator, album);
            }
            int groupCount = random.roundAtRandom(0.14);
            for (int group = 0; group < groupCount; group++) {
                group(moderator);
            }
        }
    }

    private long id(long dateMillis, int number) {
        if (number >>> NUMBER_BITS != 0) {
            throw new IllegalStateException("a block is full, block=" + block + ", number=" + number);
        }
        return Timeline.slice(dateMillis) << (BLOCK_BITS + NUMBER_BITS) | (long) block << NUMBER_BITS | number;
    }

    /** How long someone has been there, as a factor of 1 on average. */
    private double presence(int person) {
        double share = (double) (Timeline.END_MILLIS - society.created(person)) / (Timeline.DAYS * Timeline.DAY_MILLIS);
        return 0.1 + 1.8 * share;
    }

    private void wall(int moderator) {
        long created = society.created(moderator) + 10_000;
        long forum = forum(created, "Wall of " + society.fullName(moderator), moderator);
        for (int tag : society.interests(moderator)) {
            forumTag(created, forum, tag);
        }
        addFriends(moderator, created, 1.0);
        writeMembers(forum);
        double liveliness = presence(moderator) * (0.4 + 0.6 * friendships.degree(moderator) / friendsMean);
        int postCount = (int) Math.min(500, random.nextLogNormal(postsPerPerson * 0.8 * liveliness, 1.25));
        for (int post = 0; post < postCount; post++) {
            int topic = society.interests(moderator)[random.nextInt(society.interests(moderator).length)];
            thread(forum, moderator, created, topic);
        }
    }

    private void album(int moderator, int album) {
        long start = society.created(moderator) + 20_000;
        long created = start + random.nextLong(LAST_FORUM_MILLIS - start);
        long forum = forum(created, "Album " + album + " of " + society.fullName(moderator), moderator);
        int[] interests = society.interests(moderator);
        forumTag(created, forum, interests[random.nextInt(interests.length)]);
        addFriends(moderator, created, 0.85);
        writeMembers(forum);
        int photoCount = random.nextInt(21);
        for (int photo = 0; photo < photoCount; photo++) {
            photo(forum, moderator, created + 11_000 + photo * 1000L);
        }
    }

    private void group(int moderator) {
        long start = society.created(moderator) + 20_000;
        long created = start + random.nextLong(LAST_FORUM_MILLIS - start);
        int[] interests = society.interests(moderator);
        int topic = interests[random.nextInt(interests.length)];
        String title = "Group for " + world.tagName(topic) + " in " + world.cityName(society.city(moderator));
        long forum = forum(created, title, moderator);
        forumTag(created, forum, topic);
        int related = world.drawRelatedTag(topic, random);
        if (related != topic) {
            forumTag(created, forum, related);
        }
        drawGroupMembers(moderator, created);
        writeMembers(forum);
        if (memberCount == 0) {
            return;
        }
        int postCount = (int) Math.min(800, random.nextLogNormal(postsPerPerson * 1.5, 1.2));
        for (int post = 0; post < postCount; post++) {
            thread(forum, ANY_MEMBER, created, topic);
        }
    }

    private long forum(long created, String title, int moderator) {
        long forum = id(created, forumNumber++);
        forums.moment(created).next().number(forum).next().text(title).next();
        forums.number(moderator).next().endRow();
        return forum;
    }

    private void forumTag(long created, long forum, int tag) {
        forumTags.moment(created).next().number(forum).next().number(tag).next().endRow();
    }

    /** Members are friends, each from the later of friendship and forum on. */
    private void addFriends(int moderator, long created, double share) {
        memberCount = 0;
        int degree = friendships.degree(moderator);
        for (int number = 0; number < degree; number++) {
            if (share >= 1 || random.chance(share)) {
                long since = Math.max(friendships.since(moderator, number), created);
                addMember(friendships.friend(moderator, number), since + 10_000);
            }
        }
    }

    private void addMember(int person, long date) {
        if (memberCount == members.length) {
            members = Arrays.copyOf(members, 2 * memberCount);
            joined = Arrays.copyOf(joined, 2 * memberCount);
        }
        members[memberCount] = person;
        joined[memberCount++] = date;
    }

    /** Friends of the moderator, friends of members, and a few strangers; everyone joins at a moment of their own. */
    private void drawGroupMembers(int moderator, long created) {
        int limit = Math.min(GROUP_MEMBERS_MAX, society.personCount() / 4);
        int wished = (int) Math.clamp(random.nextLogNormal(45, 0.9), 1, limit);
        groupStamp++;
        int count = 0;
        for (int attempt = 0; count < wished && attempt < 3 * wished; attempt++) {
            int person = drawAcquaintance(moderator, count);
            long start = Math.max(created, society.created(person)) + 10_000;
            if (lastGroupOf[person] == groupStamp || start >= LAST_FORUM_MILLIS) {
                continue;
            }
            lastGroupOf[person] = groupStamp;
            double late = random.nextDouble();
            long date = start + (long) ((LAST_FORUM_MILLIS - start) * late * late);
            drawnMembers[count++] = (date - Timeline.START_MILLIS) << Friendships.PERSON_BITS | person;
        }
        Arrays.sort(drawnMembers, 0, count);
        memberCount = 0;
        for (int index = 0; index < count; index++) {
            int person = (int) (drawnMembers[index] & ((1 << Friendships.PERSON_BITS) - 1));
            addMember(person, (drawnMembers[index] >>> Friendships.PERSON_BITS) + Timeline.START_MILLIS);
        }
    }

    private int drawAcquaintance(int moderator, int drawnCount) {
        if (random.chance(0.1)) {
            return random.nextInt(society.personCount());
        }
        int via = moderator;
        if (drawnCount > 0 && random.chance(0.5)) {
            long drawn = drawnMembers[random.nextInt(drawnCount)];
            via = (int) (drawn & ((1 << Friendships.PERSON_BITS) - 1));
        }
        int degree = friendships.degree(via);
        return degree == 0 ? via : friendships.friend(via, random.nextInt(degree));
    }

    private void writeMembers(long forum) {
        for (int index = 0; index < memberCount; index++) {
            forumMembers.moment(joined[index]).next().number(forum).next();
            forumMembers.number(members[index]).next().endRow();
        }
    }

    /** How many members had joined before the moment. */
    private int membersBefore(long date) {
        int low = 0;
        int high = memberCount;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (joined[middle] < date) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void photo(long forum, int author, long date) {
        long photo = id(date, messageNumber++);
        posts.moment(date).next().number(photo).next();
        posts.text(PHOTO).number(photo).text(JPEG).next();
        posts.address(society.address(author))
                .next()
                .text(society.browser(author))
                .next();
        posts.next().next().number(0).next();
        posts.number(author)
                .next()
                .number(forum)
                .next()
                .number(society.country(author))
                .next()
                .endRow();
        likes(postLikes, photo, date, 0.11, 2.0);
    }

    /** A post and the replies to it. */
    private void thread(long forum, int wishedAuthor, long earliest, int topic) {
        long date = earliest
                + 60_000
                + (long) (StrictMath.sqrt(random.nextDouble()) * (Timeline.END_MILLIS - 120_000 - earliest));
        int mainTag = topic;
        if (random.chance(0.3)) {
            Society.Event event = society.drawEvent(random);
            if (event.startMillis() > earliest) {
                date = event.startMillis() + (long) random.nextExponential(10 * Timeline.HOUR_MILLIS);
                mainTag = event.tag();
            }
        } else {
            long busy = Timeline.atBusyHour(date, random);
            date = busy > earliest + 60_000 ? busy : date;
        }
        int author = wishedAuthor == ANY_MEMBER ? drawAuthor(date) : wishedAuthor;
        if (date >= Timeline.END_MILLIS || author == NOBODY) {
            return;
        }
        drawTags(mainTag);
        long post = id(date, messageNumber++);
        writePost(post, date, forum, author);
        likes(postLikes, post, date, 0.14, 2.0);
        threadIds[0] = post;
        threadDates[0] = date;
        if (random.chance(0.95)) {
            double uniform = random.nextDouble();
            replies(author, 1 + (int) (THREAD_COMMENTS_MAX * uniform * StrictMath.sqrt(uniform)));
        }
    }

    private int drawAuthor(long date) {
        int candidates = membersBefore(date);
        return candidates == 0 ? NOBODY : members[random.nextInt(candidates)];
    }

    private void drawTags(int mainTag) {
        tags[0] = mainTag;
        tagCount = 1;
        if (random.chance(0.55)) {
            int more = Math.min(TAGS_MAX - 4, 1 + (int) random.nextExponential(3.6));
            for (int index = 0; index < more; index++) {
                tagCount = Society.addDistinct(tags, tagCount, world.drawRelatedTag(mainTag, random));
            }
        }
    }

    private void writePost(long post, long date, long forum, int author) {
        int country = society.drawJourneyCountry(author, random);
        posts.moment(date).next().number(post).next().next();
        posts.address(society.addressIn(country, author, random))
                .next()
                .text(drawBrowser(author))
                .next();
        String[] languages = world.country(society.country(author)).languages();
        posts.text(random.chance(0.7) ? languages[random.nextInt(languages.length)] : "en")
                .next();
        text.composePost(tags, tagCount, random);
        text.write(posts);
        posts.number(author).next().number(forum).next().number(country).next().endRow();
        for (int index = 0; index < tagCount; index++) {
            postTags.moment(date)
                    .next()
                    .number(post)
                    .next()
                    .number(tags[index])
                    .next()
                    .endRow();
        }
    }

    private byte[] drawBrowser(int person) {
        byte[][] browsers = society.browsers();
        return random.chance(0.95) ? society.browser(person) : browsers[random.nextInt(browsers.length)];
    }

    private void replies(int opener, int wishedCount) {
        int count = 0;
        for (int reply = 0; reply < wishedCount; reply++) {
            int parent = count == 0 || random.chance(0.46) ? 0 : 1 + random.nextInt(count);
            int candidates = membersBefore(threadDates[parent]);
            boolean byOpener = parent > 0 && random.chance(0.08);
            if (candidates == 0 && !byOpener) {
                continue;
            }
            int author = byOpener ? opener : drawMember(candidates);
            double delay = random.chance(0.9)
                    ? random.nextExponential(6 * Timeline.HOUR_MILLIS)
                    : random.nextExponential(6 * Timeline.DAY_MILLIS);
            long date = threadDates[parent] + Timeline.MINUTE_MILLIS + (long) delay;
            if (date >= Timeline.END_MILLIS) {
                continue;
            }
            count++;
            threadDates[count] = date;
            threadIds[count] = id(date, messageNumber++);
            writeComment(threadIds[count], date, author, threadIds[parent], parent == 0);
            likes(commentLikes, threadIds[count], date, 0.10, 2.2);
        }
    }

    /** The livelier of two members. */
    private int drawMember(int candidates) {
        int one = members[random.nextInt(candidates)];
        int other = members[random.nextInt(candidates)];
        return friendships.degree(one) >= friendships.degree(other) ? one : other;
    }

    private void writeComment(long comment, long date, int author, long parent, boolean parentIsPost) {
        int country = society.drawJourneyCountry(author, random);
        comments.moment(date).next().number(comment).next();
        comments.address(society.addressIn(country, author, random)).next();
        comments.text(drawBrowser(author)).next();
        int answerTagCount = 0;
        if (random.chance(0.64)) {
            text.composeShortAnswer(random);
        } else {
            answerTags[0] = tags[random.nextInt(tagCount)];
            answerTagCount = 1;
            int more = random.chance(0.25) ? 0 : Math.min(TAGS_MAX - 4, 1 + (int) random.nextExponential(4.6));
            for (int index = 0; index < more; index++) {
                int tag = random.chance(0.4)
                        ? tags[random.nextInt(tagCount)]
                        : world.drawRelatedTag(answerTags[0], random);
                answerTagCount = Society.addDistinct(answerTags, answerTagCount, tag);
            }
            text.composeComment(answerTags, answerTagCount, random);
        }
        text.write(comments);
        comments.number(author).next().number(country).next();
        if (parentIsPost) {
            comments.number(parent).next().next().endRow();
        } else {
            comments.next().number(parent).next().endRow();
        }
        for (int index = 0; index < answerTagCount; index++) {
            commentTags.moment(date).next().number(comment).next();
            commentTags.number(answerTags[index]).next().endRow();
        }
    }

    /** With the given chance the message is liked: by few, or, with a power law's rarity, by nearly everyone there. */
    private void likes(CsvBuffer likes, long message, long date, double chance, double least) {
        if (!random.chance(chance)) {
            return;
        }
        int candidates = membersBefore(date);
        double wished = 1 + least / StrictMath.pow(1 - random.nextDouble(), 0.85);
        int count = (int) Math.min(candidates, wished);
        int member = count == 0 ? 0 : random.nextInt(candidates);
        for (int like = 0; like < count; like++) {
            long likeDate = date + Timeline.MINUTE_MILLIS + (long) random.nextExponential(2.0 * Timeline.DAY_MILLIS);
            if (likeDate < Timeline.END_MILLIS) {
                likes.moment(likeDate).next().number(members[member]).next();
                likes.number(message).next().endRow();
            }
            member = member + 1 == candidates ? 0 : member + 1;
        }
    }
}
