import { randomUUID } from 'node:crypto';
import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { verificationStateOf } from '#src/features/agency/performers/server/verification-state.ts';
import {
  performerDocuments,
  performerVerifications,
} from '#src/features/agency/performers/server/verification.table.ts';
import { startVerification } from '#src/features/agency/performers/server/verification.ts';
import { CONSENT_SCOPE_LABELS } from '#src/features/content/consents/consents.schema.ts';
import { consents } from '#src/features/content/consents/server/consents.table.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { queueCopies } from '#src/features/trust/agreements/server/agreement-copies.ts';
import { findCurrentVersion } from '#src/features/trust/agreements/server/agreement-versions.ts';
import { signedAgreements } from '#src/features/trust/agreements/server/agreements.table.ts';
import {
  agencyNameOf,
  changedText,
  legalNameOf,
  requireName,
  shownTextOf,
  type Signer,
} from '#src/features/trust/agreements/server/shown-text.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { orNull } from '#src/platform/database/statement.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { listMissingDocuments } from '../releases.rules.ts';
import type {
  openReleaseSchema,
  ownReleaseSchema,
  releaseIdentitySchema,
  releaseSignatureSchema,
} from '../releases.schema.ts';
import { readReleaseToken } from './invitation-links.ts';
import { invitationState } from './invitations.ts';
import { releaseInvitations } from './release-invitations.table.ts';

type Dependencies = { db: Db; config: Pick<Config, 'secrets' | 'agency'> };
type Identity = z.output<typeof releaseIdentitySchema>;

const unknownLink = () =>
  new DomainError('not-found', 'This link is incomplete, or its invitation no longer exists.');

const COLUMNS = {
  id: releaseInvitations.id,
  state: invitationState,
  performerId: performers.id,
  influencerId: releaseInvitations.influencerId,
  fullName: performers.fullName,
  legalGivenNames: performers.legalGivenNames,
  legalSurname: performers.legalSurname,
  dateOfBirth: performers.dateOfBirth,
  verification: verificationStateOf(performers.id),
  influencer: nameOrUnknown(profiles.fullName),
  scopes: releaseInvitations.scopes,
  startsOn: releaseInvitations.startsOn,
  endsOn: releaseInvitations.endsOn,
  email: releaseInvitations.email,
  createdBy: releaseInvitations.createdBy,
  expiresAt: releaseInvitations.expiresAt,
  signedAgreementId: releaseInvitations.signedAgreementId,
  signedAt: orNull(signedAgreements.signedAt),
};

/** The invitation of a token, with its performer locked. */
async function findInvitation(tx: Db, { config }: Pick<Dependencies, 'config'>, token: string) {
  const id = readReleaseToken(config, token);
  if (!id) throw unknownLink();
  await tx
    .select({ id: performers.id })
    .from(releaseInvitations)
    .innerJoin(performers, eq(performers.id, releaseInvitations.performerId))
    .where(eq(releaseInvitations.id, id))
    .for('no key update', { of: performers });
  // A statement of its own, which sees what was signed before the lock.
  const [found] = await tx
    .select(COLUMNS)
    .from(releaseInvitations)
    .innerJoin(performers, eq(performers.id, releaseInvitations.performerId))
    .innerJoin(profiles, eq(profiles.id, releaseInvitations.influencerId))
    .leftJoin(signedAgreements, eq(signedAgreements.id, releaseInvitations.signedAgreementId))
    .where(eq(releaseInvitations.id, id));
  if (!found) throw unknownLink();
  return found;
}
type Invited = Awaited<ReturnType<typeof findInvitation>>;

/** The invitation of a private link. Changes nothing: mail scanners open links. @throws 'not-found' */
export function getOwnRelease(
  { db, config }: Dependencies,
  token: string,
): Promise<z.input<typeof ownReleaseSchema>> {
  return db.transaction(async (tx) => {
    const found = await findInvitation(tx, { config }, token);
    const { state, fullName, influencer, expiresAt, signedAt } = found;
    return {
      state,
      fullName,
      influencer,
      agency: agencyNameOf(config.agency),
      expiresAt,
      signedAt,
    };
  });
}

/** @returns the id of what was signed with a private link. @throws DomainError 'not-found' */
export function findSignedRelease({ db, config }: Dependencies, token: string): Promise<string> {
  return db.transaction(async (tx) => {
    const { signedAgreementId } = await findInvitation(tx, { config }, token);
    if (!signedAgreementId) throw new DomainError('not-found', 'Nothing was signed with this link');
    return signedAgreementId;
  });
}

const REFUSALS = {
  signed: 'This release was signed already',
  expired: 'This invitation has expired. Ask our team for a new one.',
  ended: 'This invitation was cancelled or replaced by a newer one',
};

/** @throws DomainError 'not-allowed-in-state' unless it is open, 'invalid-input' for another date of birth */
function requireOpenFor({ state, dateOfBirth }: Invited, identity: Identity): void {
  if (state !== 'open') throw new DomainError('not-allowed-in-state', REFUSALS[state]);
  if (dateOfBirth === identity.dateOfBirth) return;
  const message = 'This isn’t the date of birth that we know. Ask our team to check it.';
  throw new DomainError('invalid-input', message, [{ path: 'dateOfBirth', message }]);
}

/** The performer of an open invitation whose date of birth was entered. @throws DomainError */
export function requireInvited({ db, config }: Dependencies, identity: Identity): Promise<string> {
  return db.transaction(async (tx) => {
    const invited = await findInvitation(tx, { config }, identity.token);
    requireOpenFor(invited, identity);
    return invited.performerId;
  });
}

/**
 * What the person has to read, upload and sign. Starts a check of identity, with its word, unless they
 * are verified or one is in progress.
 * @throws DomainError 'not-found', 'not-allowed-in-state' or 'invalid-input'
 */
export async function openOwnRelease(
  { db, config }: Dependencies,
  identity: Identity,
): Promise<z.input<typeof openReleaseSchema>> {
  return db.transaction(async (tx) => {
    const invited = await findInvitation(tx, { config }, identity.token);
    requireOpenFor(invited, identity);
    const { performerId, verification } = invited;
    if (verification !== 'verified') await startVerification(tx, null, performerId);
    const { versionId, ...shown } = await showRelease(tx, config, invited);
    const check = await findCheck(tx, performerId);
    return {
      legalName: legalNameOf(invited),
      versionId,
      ...shown,
      verification,
      word: check?.word ?? null,
      documents: check ? await listDocuments(tx, performerId, check.startedAt) : [],
    };
  });
}

async function showRelease(tx: Db, { agency }: Pick<Config, 'agency'>, invited: Invited) {
  const { startsOn, endsOn } = invited;
  const release = await findCurrentVersion(tx, 'model-release');
  if (!release) throw new DomainError('not-allowed-in-state', 'There is no release to sign');
  const from = formatUtcDate(startsOn);
  const shown = shownTextOf(release.text, {
    legal_name: legalNameOf(invited),
    date_of_birth: formatUtcDate(invited.dateOfBirth),
    agency: agencyNameOf(agency),
    influencer: invited.influencer,
    scopes: invited.scopes.map((scope) => CONSENT_SCOPE_LABELS[scope]).join(', '),
    period: endsOn ? `${from} to ${formatUtcDate(endsOn)}` : `from ${from} on`,
    date: formatUtcDate(await readDatabaseTime(tx)),
  });
  return { versionId: release.id, number: release.number, ...shown };
}

async function findCheck(tx: Db, performerId: string) {
  const [check] = await tx
    .select({ word: performerVerifications.word, startedAt: performerVerifications.startedAt })
    .from(performerVerifications)
    .where(
      and(
        eq(performerVerifications.performerId, performerId),
        inArray(performerVerifications.status, ['started', 'checked']),
      ),
    )
    .orderBy(desc(performerVerifications.startedAt))
    .limit(1);
  return check ?? null;
}

async function listDocuments(tx: Db, performerId: string, since: Date) {
  const found = await tx
    .select({ kind: performerDocuments.kind })
    .from(performerDocuments)
    .where(
      and(
        eq(performerDocuments.performerId, performerId),
        gte(performerDocuments.createdAt, since),
      ),
    );
  return [...new Set(found.map(({ kind }) => kind))];
}

/**
 * Signs the release, which gives the consent that it describes. A link signs once.
 * @throws DomainError 'not-found', 'not-allowed-in-state', 'conflict' if the text is no longer the one
 * that was shown, or 'invalid-input'
 */
export async function signOwnRelease(
  { db, jobs, config }: Dependencies & { jobs: Jobs; config: Pick<Config, 'mail'> },
  { versionId, sha256, name, ...signature }: z.output<typeof releaseSignatureSchema> & Signer,
): Promise<z.input<typeof ownReleaseSchema>> {
  await db.transaction(async (tx) => {
    const invited = await findInvitation(tx, { config }, signature.token);
    requireOpenFor(invited, signature);
    const { performerId, influencerId, verification } = invited;
    const check = await findCheck(tx, performerId);
    const documents = check ? await listDocuments(tx, performerId, check.startedAt) : [];
    if (listMissingDocuments({ verification, documents }).length > 0) {
      const message = 'Add your ID document and your face picture first';
      throw new DomainError('not-allowed-in-state', message);
    }
    const { number, ...shown } = await showRelease(tx, config, invited);
    if (shown.versionId !== versionId || shown.sha256 !== sha256) throw changedText();
    requireName(name, legalNameOf(invited));
    const [signed] = await tx
      .insert(signedAgreements)
      .values({
        kind: 'model-release',
        performerId,
        influencerId,
        ...shown,
        signedName: name,
        address: signature.address,
        userAgent: signature.userAgent,
      })
      .returning({ id: signedAgreements.id });
    await tx
      .update(releaseInvitations)
      .set({ signedAgreementId: signed!.id })
      .where(eq(releaseInvitations.id, invited.id));
    await giveConsent(tx, invited, number);
    await queueCopies(tx, { jobs, config }, { id: signed!.id, signer: invited.email });
    // Posts that waited for it are not blocked any more.
    await publishLiveEvent(tx, { topic: 'media' });
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: true });
  });
  return getOwnRelease({ db, config }, signature.token);
}

async function giveConsent(tx: Db, invited: Invited, number: number): Promise<void> {
  const { performerId, influencerId, scopes, startsOn, endsOn, createdBy } = invited;
  await tx.insert(consents).values({
    id: randomUUID(),
    performerId,
    kind: 'period',
    influencerId,
    scopes,
    startsOn,
    endsOn,
    givenOn: sql`(now() at time zone 'UTC')::date`,
    method: 'electronic',
    note: `Signed model release, version ${number}`,
    // Who invited the person.
    recordedBy: createdBy,
  });
}
