import { randomUUID } from 'node:crypto';
import type { Seed } from '#src/demo/seed-context.ts';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { STARTING_TEXTS } from '#src/features/trust/agreements/agreement-samples.rules.ts';
import type { AgreementKind } from '#src/features/trust/agreements/agreements.schema.ts';
import {
  agreementVersions,
  signedAgreements,
} from '#src/features/trust/agreements/server/agreements.table.ts';
import { legalNameOf, shownTextOf } from '#src/features/trust/agreements/server/shown-text.ts';
import { INVITATION_DAYS } from '#src/features/trust/releases/releases.schema.ts';
import { releaseInvitations } from '#src/features/trust/releases/server/release-invitations.table.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { toSlug } from '#src/lib/slug.ts';

type Version = { id: string; text: string };
type Performer = typeof performers.$inferSelect;

const FROM = { address: '203.0.113.24', userAgent: 'Mozilla/5.0 (iPhone; Safari)' };
/** The influencers who signed the new version, and of these the ones that wait for the agency. */
const SIGNED_AGAIN = 8;
const WAITING = 2;
/** The influencers who have signed nothing yet. */
const UNSIGNED = 2;

const day = (instant: Date) => instant.toISOString().slice(0, 10);

/**
 * Templates with a new version and a draft, and agreements in every state: in force, to countersign, to
 * sign again, terminated, and missing.
 */
export async function seedAgreements(seed: Seed): Promise<void> {
  const { db, daysAgo } = seed;
  const creator = 'creator-agreement';
  const first = await publish(seed, creator, { number: 1, publishedAt: daysAgo(380) });
  const signBy = day(daysAgo(-21));
  const second = await publish(seed, creator, { number: 2, publishedAt: daysAgo(9), signBy });
  const release = await publish(seed, 'model-release', { number: 1, publishedAt: daysAgo(380) });
  await db.insert(agreementVersions).values({
    kind: 'model-release',
    number: 2,
    text: `${STARTING_TEXTS['model-release']}\n\n# Copies\nI receive a copy of every post in which I am depicted on request.`,
    createdBy: seed.adminId,
  });
  const all = await db.select().from(performers);
  const own = seed.influencers.map(({ id }) =>
    all.find(({ kind, influencerId }) => kind === 'influencer' && influencerId === id),
  );
  for (const [index, performer] of own.entries()) {
    // The demo's own influencer is the first one: the new version waits for them.
    if (!performer || index >= own.length - UNSIGNED) continue;
    const isTerminated = index === SIGNED_AGAIN + 1;
    const ago = 370 - index * 3;
    await sign(seed, performer, first, { ago, isCountersigned: true, isTerminated });
    if (index === 0 || index > SIGNED_AGAIN) continue;
    const isCountersigned = index <= SIGNED_AGAIN - WAITING;
    await sign(seed, performer, second, { ago: 8 - index * 0.7, isCountersigned });
  }
  const personOf = (name: string) => all.find(({ fullName }) => fullName === name)!;
  const mara = personOf('Mara Vale');
  const signed = await signRelease(seed, mara, release);
  await invite(seed, mara, { sent: 39, signedAgreementId: signed });
  await invite(seed, personOf('Juno Sable'), { sent: 2 });
  await invite(seed, personOf('Rhea Lind'), { sent: 31 });
  await invite(seed, personOf('Ivo Tarn'), { sent: 12, endedAt: daysAgo(2) });
}

async function publish(
  { db, adminId }: Seed,
  kind: AgreementKind,
  version: { number: number; publishedAt: Date; signBy?: string },
): Promise<Version> {
  const id = randomUUID();
  const text = STARTING_TEXTS[kind];
  const by = { createdBy: adminId, publishedBy: adminId, updatedAt: version.publishedAt };
  await db.insert(agreementVersions).values({ id, kind, text, ...version, ...by });
  return { id, text };
}

const identityOf = (performer: Performer, signedAt: Date) => ({
  legal_name: legalNameOf(performer),
  known_as: performer.fullName,
  date_of_birth: formatUtcDate(performer.dateOfBirth),
  agency: 'Velvet Rope',
  date: formatUtcDate(signedAt),
});

async function sign(
  { db, influencers, daysAgo, adminId }: Seed,
  performer: Performer,
  { id: versionId, text }: Version,
  {
    ago,
    isCountersigned,
    isTerminated = false,
  }: { ago: number; isCountersigned: boolean; isTerminated?: boolean },
): Promise<void> {
  const signedAt = daysAgo(ago);
  const { influencerId } = performer;
  const { commissionPercent } = influencers.find(({ id }) => id === influencerId)!;
  const share = `${100 - commissionPercent}%`;
  await db.insert(signedAgreements).values({
    kind: 'creator-agreement',
    versionId,
    performerId: performer.id,
    influencerId,
    ...shownTextOf(text, { ...identityOf(performer, signedAt), share }),
    signedName: legalNameOf(performer),
    signedAt,
    signedBy: influencerId,
    ...FROM,
    ...(isCountersigned && {
      countersignedAt: new Date(signedAt.getTime() + 5 * 60 * 60 * 1000),
      countersignedBy: adminId,
      countersignedName: 'Aurelia Stonebridge',
      countersignedAddress: '198.51.100.4',
      countersignedUserAgent: 'Mozilla/5.0 (Macintosh; Firefox)',
    }),
    ...(isTerminated && {
      terminatedOn: day(daysAgo(3)),
      terminatedAt: daysAgo(12),
      terminatedBy: adminId,
      terminationReason: 'Both sides have agreed to stop working together.',
    }),
  });
}

/** An invitation that was sent so many days ago, by email. */
async function invite(
  { db, staffId, daysAgo }: Seed,
  person: Performer,
  { sent, ...outcome }: { sent: number; signedAgreementId?: string; endedAt?: Date },
): Promise<void> {
  await db.insert(releaseInvitations).values({
    id: randomUUID(),
    performerId: person.id,
    influencerId: person.influencerId!,
    scopes: ['subscription', 'public-preview'],
    startsOn: day(daysAgo(400)),
    email: `${toSlug(person.fullName)}@example.com`,
    createdBy: staffId,
    createdAt: daysAgo(sent),
    expiresAt: daysAgo(sent - INVITATION_DAYS),
    ...outcome,
  });
}

async function signRelease(
  { db, influencers, daysAgo }: Seed,
  person: Performer,
  version: Version,
): Promise<string> {
  const id = randomUUID();
  const signedAt = daysAgo(38);
  const influencer = influencers.find(({ id }) => id === person.influencerId)!;
  await db.insert(signedAgreements).values({
    id,
    kind: 'model-release',
    versionId: version.id,
    performerId: person.id,
    influencerId: influencer.id,
    ...shownTextOf(version.text, {
      ...identityOf(person, signedAt),
      influencer: influencer.fullName,
      scopes: 'Subscribers, Public previews',
      period: `from ${formatUtcDate(daysAgo(400))} on`,
    }),
    signedName: legalNameOf(person),
    signedAt,
    ...FROM,
  });
  return id;
}
