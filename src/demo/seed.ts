import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { seedCaseFiles } from '#src/demo/complaints/seed-case-files.ts';
import { seedComplaints } from '#src/demo/complaints/seed-complaints.ts';
import type { DemoFileFacts } from '#src/demo/media/demo-files.ts';
import { createRandom, type Random } from '#src/demo/media/media-random.ts';
import { arrangePictures, type DemoPictures } from '#src/demo/media/pictures.ts';
import { seedCorrections, type CorrectionConfig } from '#src/demo/money/seed-corrections.ts';
import { seedDisputes } from '#src/demo/money/seed-disputes.ts';
import { seedInvoices, type InvoiceConfig } from '#src/demo/money/seed-invoices.ts';
import { seedMoney } from '#src/demo/money/seed-money.ts';
import { seedPayees, type PayeeConfig } from '#src/demo/money/seed-payees.ts';
import { seedPaymentIssues } from '#src/demo/money/seed-payment-issues.ts';
import { seedPlan } from '#src/demo/money/seed-plan.ts';
import { seedPriceChange, seedSubscriptions } from '#src/demo/money/seed-subscriptions.ts';
import { seedAgreements } from '#src/demo/performers/seed-agreements.ts';
import { seedConsents } from '#src/demo/performers/seed-consents.ts';
import { seedPerformers } from '#src/demo/performers/seed-performers.ts';
import { seedReviews } from '#src/demo/performers/seed-reviews.ts';
import {
  credentials,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { hashPassword } from '#src/features/identity/accounts/server/password-hash.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import {
  saveSpecialData,
  type SpecialDataServices,
} from '#src/features/identity/special-data/server/special-data.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { countSubscribers } from '#src/features/storefront/marketplace/server/popularity.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import type { Role } from '#src/lib/roles.ts';
import { toSlug } from '#src/lib/slug.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { DEMO_INFLUENCERS, FIRST_NAMES, LAST_NAMES, type DemoInfluencer } from './people.ts';
import { seedBackOffice } from './seed-back-office.ts';
import { seedBlockedFiles } from './seed-blocked-files.ts';
import type { Seed } from './seed-context.ts';
import { seedFanFiles } from './seed-fan-files.ts';
import { seedInbox } from './seed-inbox.ts';
import { seedPosts } from './seed-posts.ts';
import { seedTeamwork } from './seed-teamwork.ts';

export const DEMO_PASSWORD = 'demo-password';
export const DEMO_ACCOUNTS = [
  ['admin@demo.test', 'Admin'],
  ['staff@demo.test', 'Staff'],
  ['scout@demo.test', 'Staff for six influencers'],
  ['influencer@demo.test', 'Influencer'],
  ['fan@demo.test', 'Fan'],
  ['norole@demo.test', 'No role yet (get one at /debug)'],
] as const;

const DAY = 24 * 60 * 60 * 1000;
const FANS = 60;
/** The age of the oldest fan account. */
const PLATFORM_AGE_DAYS = 400;

type NewProfile = Omit<typeof profiles.$inferInsert, 'id' | 'email'> & { fullName: string };

/** Fills an empty database with the demo in one transaction. Does nothing if the demo exists. */
export async function seedDemo(
  {
    db,
    config,
  }: { db: Db; config: PayeeConfig & CorrectionConfig & InvoiceConfig & Pick<Config, 'publicUrl'> },
  storage: Storage,
  storePictures: (storage: Storage) => Promise<Record<string, DemoFileFacts>>,
): Promise<void> {
  const [existing] = await db.select().from(users).where(eq(users.email, 'fan@demo.test'));
  if (existing) return;
  const pictures = arrangePictures(await storePictures(storage));
  const hash = await hashPassword(DEMO_PASSWORD);
  await db.transaction(async (tx) => {
    const now = new Date();
    const random = createRandom('velvet rope');
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
    const add = (email: string, role: Role, profile: NewProfile) =>
      addUser(tx, { email, role, hash }, profile);

    const adminId = await add('admin@demo.test', 'admin', { fullName: 'Aurelia Stonebridge' });
    const staffId = await add('staff@demo.test', 'staff', { fullName: 'Bastian Holloway' });
    const influencers = await seedInfluencers(tx, add, pictures, random, daysAgo);
    await seedScout(tx, add, influencers);
    await seedUserWithoutRole(tx, add);
    await seedDraft(tx, add, daysAgo);
    const fans = await seedFans({ db: tx, config }, add, random, daysAgo);
    const seed: Seed = { db: tx, random, now, adminId, staffId, influencers, fans, daysAgo };
    const subscriptions = await seedSubscriptions(seed);
    await seedMoney(seed, subscriptions, config);
    await seedPriceChange(seed, subscriptions);
    await seedPaymentIssues(seed, config);
    await seedInvoices(seed, config);
    await seedPayees(seed, config);
    await seedPerformers(seed, { config, storage });
    await seedCorrections(seed, config);
    await seedDisputes(seed);
    await seedPosts(seed, pictures.media);
    await seedBlockedFiles(seed);
    await seedBackOffice(seed);
    await seedComplaints(seed);
    await seedCaseFiles(seed, { config, storage });
    await seedInbox(seed);
    await seedTeamwork(seed);
    await seedFanFiles(seed);
    await seedPlan(seed, pictures.media);
    await seedConsents(seed);
    await seedReviews(seed);
    await seedAgreements(seed);
    await countSubscribers(tx);
  });
}

async function addUser(
  db: Db,
  { email, role, hash }: { email: string; role: Role; hash: string },
  profile: NewProfile,
): Promise<string> {
  const id = randomUUID();
  const { fullName, createdAt = new Date() } = profile;
  await db
    .insert(users)
    .values({ id, email, name: fullName, createdAt, emailConfirmedAt: createdAt });
  await db.insert(credentials).values({ userId: id, password: hash });
  await db.insert(profiles).values({ ...profile, id, email });
  await db.insert(userRoles).values({ userId: id, role, createdAt });
  return id;
}

function influencerProfile(
  person: DemoInfluencer,
  index: number,
  pictures: DemoPictures,
  random: Random,
): NewProfile {
  const slug = toSlug(person.fullName);
  const { avatar, page } = pictures.publicKeys[index]!;
  // Influencers with the same palette show the pictures in different orders.
  const peeks = (pictures.peekKeys.get(person.palette) ?? []).map(
    (_, number, all) => all[(number + index) % all.length]!,
  );
  return {
    fullName: person.fullName,
    bio: person.bio,
    location: person.location,
    phone: `+1 555 01${String(10 + index)}`,
    publicUrl: slug,
    contentCategory: person.category,
    dateOfBirth: `19${88 + (index % 11)}-0${1 + (index % 9)}-1${index % 9}`,
    profilePhotoS3Key: avatar,
    instagramHandle: slug.replaceAll('-', '.'),
    instagramFollowers: Math.round(random.range(4, 900) ** 2),
    onlyfansHandle: slug.replaceAll('-', ''),
    onlyfansFollowers: Math.round(random.range(10, 120) ** 2),
    tiktokHandle: slug.replaceAll('-', '_'),
    tiktokFollowers: Math.round(random.range(2, 1100) ** 2),
    youtubeChannel: person.fullName,
    youtubeSubscribers: Math.round(random.range(1, 300) ** 2),
    pageThemeColor: person.color,
    pageHeroTitle: person.fullName,
    pageHeroSubtitle: person.bio,
    // One of six pages has a color and a portrait instead of a hero image.
    pageHeroImage: index % 6 === 4 ? null : (page[1] ?? null),
    pageHeroAlignment: random.pick(['top-center', 'center', 'bottom-center'] as const),
    pageAboutTitle: `About ${person.fullName.split(' ')[0]}`,
    pageAboutContent: `${person.bio} Based in ${person.location}, online most evenings.`,
    pageAboutImages: [page[0]!, ...peeks.slice(0, index % 3 === 2 ? 2 : 0)],
    pageSneakPeekImages: [...peeks, ...page].slice(0, 4 + (index % 4)),
    pageWhySignupTitle: 'Why sign up',
    pageWhySignupContent:
      'New pictures and clips every week, the full archive from the first day, and no advertising in between.',
    pageWhySignupImages: page.slice(1),
    pageReadySectionBackground: index % 3 === 1 ? (peeks[0] ?? null) : null,
  };
}

async function seedInfluencers(
  db: Db,
  add: (email: string, role: Role, profile: NewProfile) => Promise<string>,
  pictures: DemoPictures,
  random: Random,
  daysAgo: (days: number) => Date,
) {
  const list: Seed['influencers'] = [];
  for (const [index, person] of DEMO_INFLUENCERS.entries()) {
    const slug = toSlug(person.fullName);
    const email = index === 0 ? 'influencer@demo.test' : `${slug}@demo.test`;
    const createdAt = daysAgo(PLATFORM_AGE_DAYS + index * 9 + random.range(0, 6));
    const id = await add(email, 'influencer', {
      ...influencerProfile(person, index, pictures, random),
      createdAt,
    });
    const commissionPercent = random.pick([15, 20, 20, 20, 25]);
    const [plan] = await db
      .insert(subscriptionPlans)
      .values({
        influencerId: id,
        priceMonthlyCents: person.priceCents,
        platformCommissionPercent: commissionPercent,
        createdAt,
      })
      .returning({ id: subscriptionPlans.id });
    const { fullName, priceCents } = person;
    const sold = { planId: plan!.id, priceCents, commissionPercent };
    const commissionRates = commissionRatesOf(index, daysAgo);
    list.push({ id, fullName, email, ...sold, commissionRates });
  }
  return list;
}

/** The later commissions of an influencer: two have a planned one, and one of them a past change. */
function commissionRatesOf(index: number, daysAgo: (days: number) => Date) {
  const startOf = (days: number) => new Date(daysAgo(days).setUTCHours(0, 0, 0, 0));
  const past = { percent: 18, effectiveFrom: startOf(75), reason: 'Reached 20 subscribers' };
  const planned = { percent: 12.5, effectiveFrom: startOf(-37), reason: 'Agreement for next year' };
  if (index === 0) return [past, planned];
  return index === 3 ? [planned] : [];
}

/** Adds a staff member who is limited to six influencers. */
async function seedScout(
  db: Db,
  add: (email: string, role: Role, profile: NewProfile) => Promise<string>,
  influencers: Seed['influencers'],
): Promise<void> {
  const staffId = await add('scout@demo.test', 'staff', { fullName: 'Corisande Wetherly' });
  await db.update(userRoles).set({ isLimited: true }).where(eq(userRoles.userId, staffId));
  const scope = influencers.slice(0, 6).map(({ id }) => ({ staffId, influencerId: id }));
  await db.insert(staffInfluencers).values(scope);
}

/** Adds an influencer who was invited and is not live yet. */
async function seedDraft(
  db: Db,
  add: (email: string, role: Role, profile: NewProfile) => Promise<string>,
  daysAgo: (days: number) => Date,
): Promise<void> {
  const id = await add('linnea-overstreet@demo.test', 'influencer', {
    fullName: 'Linnea Overstreet',
    bio: 'Ceramics, long gloves and a kiln that never sleeps.',
    location: 'Asheville, NC',
    phone: '+1 555 0190',
    publicUrl: 'linnea-overstreet',
    contentCategory: 'Girl Next Door',
    instagramHandle: 'linnea.overstreet',
    instagramFollowers: 18_400,
    isDraft: true,
    createdAt: daysAgo(2),
  });
  await db
    .update(users)
    .set({ invitedAt: daysAgo(2) })
    .where(eq(users.id, id));
}

/** Adds a user without a role, who sees the System Error and can use /debug. */
async function seedUserWithoutRole(
  db: Db,
  add: (email: string, role: Role, profile: NewProfile) => Promise<string>,
): Promise<void> {
  const id = await add('norole@demo.test', 'subscriber', { fullName: 'Perrin Oakley' });
  await db.delete(userRoles).where(eq(userRoles.userId, id));
}

async function seedFans(
  services: SpecialDataServices,
  add: (email: string, role: Role, profile: NewProfile) => Promise<string>,
  random: Random,
  daysAgo: (days: number) => Date,
): Promise<Seed['fans']> {
  const fans: Seed['fans'] = [];
  for (let index = 0; index < FANS; index++) {
    const name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
    const preferences = [random.pick(CATEGORIES), random.pick(CATEGORIES)];
    // fan@demo.test was among the first; most fans joined recently.
    const age = random.next() ** 1.1;
    const createdAt = daysAgo((index === 0 ? 1 : age) * (PLATFORM_AGE_DAYS - 2));
    const gender = random.pick(['male', 'female', 'other'] as const);
    const sexualPreference = random.pick(['straight', 'bisexual', 'gay', 'pansexual'] as const);
    const id = await add(index === 0 ? 'fan@demo.test' : `fan${index}@demo.test`, 'subscriber', {
      fullName: index === 0 ? '' : name,
      createdAt,
      gender,
      dateOfBirth: `19${80 + (index % 19)}-0${1 + (index % 9)}-2${index % 8}`,
    });
    const specialData = { sexualPreference, preferences: [...new Set(preferences)] };
    await saveSpecialData(services, id, specialData, { consentedAt: createdAt, consentVersion: 1 });
    fans.push({ id, createdAt });
  }
  return fans;
}
