import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { verificationStateOf } from '#src/features/agency/performers/server/verification-state.ts';
import { startVerification } from '#src/features/agency/performers/server/verification.ts';
import type { VerificationProvider } from '#src/features/agency/verification-providers/server/verification-provider.ts';
import { CONSENT_SCOPE_LABELS } from '#src/features/content/consents/consents.schema.ts';
import { consents } from '#src/features/content/consents/server/consents.table.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import type { TeamMailer } from '#src/features/identity/colleagues/server/mail-team.ts';
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
import { listMissingProofs, type MissingProof } from '../releases.rules.ts';
import type {
  openReleaseSchema,
  ownReleaseSchema,
  releaseIdentitySchema,
  releaseSignatureSchema,
} from '../releases.schema.ts';
import { readReleaseToken } from './invitation-links.ts';
import { invitationState } from './invitations.ts';
import { readIdentity } from './own-identity.ts';
import { releaseInvitations } from './release-invitations.table.ts';

type Dependencies = { db: Db; config: Pick<Config, 'secrets' | 'agency'> };
type Identifying = Dependencies & { verificationProvider: VerificationProvider | null };
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
  underageFoundAt: orNull(performers.underageFoundAt),
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
function requireOpenFor(
  { state, dateOfBirth, underageFoundAt }: Invited,
  identity: Identity,
): void {
  if (state !== 'open') throw new DomainError('not-allowed-in-state', REFUSALS[state]);
  if (dateOfBirth === identity.dateOfBirth) {
    if (underageFoundAt === null) return;
    throw new DomainError('not-allowed-in-state', 'This invitation can’t be used. Ask our team.');
  }
  const message = 'This isn’t the date of birth that we know. Ask our team to check it.';
  throw new DomainError('invalid-input', message, [{ path: 'dateOfBirth', message }]);
}

/** The performer of an open invitation whose date of birth was entered. @throws DomainError */
export function requireInvited({ db, config }: Dependencies, identity: Identity) {
  return db.transaction(async (tx) => {
    const invited = await findInvitation(tx, { config }, identity.token);
    requireOpenFor(invited, identity);
    const { performerId, verification } = invited;
    return { performerId, verification };
  });
}

/**
 * What the person has to do, read and sign. Without a verification provider, starts a check by people,
 * with its word, unless they are verified or one is in progress.
 * @throws DomainError 'not-found', 'not-allowed-in-state' or 'invalid-input'
 */
export async function openOwnRelease(
  { db, config, verificationProvider }: Identifying,
  identity: Identity,
): Promise<z.input<typeof openReleaseSchema>> {
  return db.transaction(async (tx) => {
    const invited = await findInvitation(tx, { config }, identity.token);
    requireOpenFor(invited, identity);
    const { performerId, verification } = invited;
    if (verification !== 'verified' && !verificationProvider) {
      await startVerification(tx, null, performerId);
    }
    const { versionId, ...shown } = await showRelease(tx, config, invited);
    const proof = await readIdentity(tx, invited, verificationProvider?.name ?? null);
    return { legalName: legalNameOf(invited), versionId, ...shown, ...proof };
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

const DOCUMENTS_FIRST = 'Add your ID document and your face picture first';
const MISSING_TEXTS: Record<MissingProof, string> = {
  'id-document': DOCUMENTS_FIRST,
  'face-picture': DOCUMENTS_FIRST,
  session: 'Start the check of your identity first',
};

/**
 * Signs the release, which gives the consent that it describes. A link signs once.
 * @throws DomainError 'not-found', 'not-allowed-in-state', 'conflict' if the text is no longer the one
 * that was shown, or 'invalid-input'
 */
export async function signOwnRelease(
  services: Identifying & TeamMailer & { jobs: Jobs },
  { versionId, sha256, name, ...signature }: z.output<typeof releaseSignatureSchema> & Signer,
): Promise<z.input<typeof ownReleaseSchema>> {
  const { db, jobs, mail, config, verificationProvider } = services;
  await db.transaction(async (tx) => {
    const invited = await findInvitation(tx, { config }, signature.token);
    requireOpenFor(invited, signature);
    const { performerId, influencerId } = invited;
    const proof = await readIdentity(tx, invited, verificationProvider?.name ?? null);
    const [missing] = listMissingProofs(proof);
    if (missing) throw new DomainError('not-allowed-in-state', MISSING_TEXTS[missing]);
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
    await queueCopies(tx, { jobs, mail, config }, { id: signed!.id, signer: invited.email });
    // Posts that waited for it are not blocked any more.
    await publishLiveEvent(tx, { topic: 'media', influencerId });
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: true, influencerId });
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
