import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { commissionAt } from '#src/features/money/plans/server/commission-at.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { orNull } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { OwnSignature, ownAgreementSchema } from '../agreements.schema.ts';
import { findCurrentVersion } from './agreement-versions.ts';
import { agreementVersions, signedAgreements } from './agreements.table.ts';
import {
  agencyNameOf,
  changedText,
  legalNameOf,
  requireName,
  shownTextOf,
  type Signer,
} from './shown-text.ts';

type Dependencies = { db: Db; config: Pick<Config, 'agency'> };
/** The influencer's record in the register, locked; null if there is none in use. */
async function findOwnRecord(tx: Db, userId: string) {
  const [found] = await tx
    .select({
      id: performers.id,
      fullName: performers.fullName,
      legalGivenNames: performers.legalGivenNames,
      legalSurname: performers.legalSurname,
      dateOfBirth: performers.dateOfBirth,
    })
    .from(performers)
    .where(
      and(
        eq(performers.influencerId, userId),
        eq(performers.kind, 'influencer'),
        isNull(performers.archivedAt),
      ),
    )
    .for('no key update');
  return found ?? null;
}

/** The influencer's share of a payment after the merchant fee, in percent; null without a plan. */
async function findShare(tx: Db, userId: string): Promise<number | null> {
  const [plan] = await tx
    .select({ commission: commissionAt() })
    .from(subscriptionPlans)
    .where(and(eq(subscriptionPlans.influencerId, userId), subscriptionPlans.isActive));
  return plan ? 100 - plan.commission : null;
}

type OwnRecord = NonNullable<Awaited<ReturnType<typeof findOwnRecord>>>;

async function fillFor(
  tx: Db,
  { agency }: Pick<Config, 'agency'>,
  { record, share, template }: { record: OwnRecord; share: number; template: string },
) {
  return shownTextOf(template, {
    legal_name: legalNameOf(record),
    known_as: record.fullName,
    date_of_birth: formatUtcDate(record.dateOfBirth),
    agency: agencyNameOf(agency),
    share: `${formatNumber(share)}%`,
    date: formatUtcDate(await readDatabaseTime(tx)),
  });
}

const listSigned = (tx: Db, userId: string) =>
  tx
    .select({
      id: signedAgreements.id,
      number: agreementVersions.number,
      signedAt: signedAgreements.signedAt,
      countersignedAt: orNull(signedAgreements.countersignedAt),
      terminatedOn: signedAgreements.terminatedOn,
      terminationReason: signedAgreements.terminationReason,
    })
    .from(signedAgreements)
    .innerJoin(agreementVersions, eq(agreementVersions.id, signedAgreements.versionId))
    .where(
      and(
        eq(signedAgreements.influencerId, userId),
        eq(signedAgreements.kind, 'creator-agreement'),
      ),
    )
    .orderBy(desc(signedAgreements.signedAt));

/** The first day on which a later version ends signatures of one; null if none does. */
async function findSignBy(tx: Db, number: number): Promise<string | null> {
  const [later] = await tx
    .select({ signBy: sql<string | null>`min(${agreementVersions.signBy})::text` })
    .from(agreementVersions)
    .where(
      and(
        eq(agreementVersions.kind, 'creator-agreement'),
        gt(agreementVersions.number, number),
        isNotNull(agreementVersions.publishedAt),
      ),
    );
  return later!.signBy;
}

/** What an influencer has signed, and has to sign. */
export function getOwnAgreement(
  { db, config }: Dependencies,
  { userId }: Pick<Actor, 'userId'>,
): Promise<z.input<typeof ownAgreementSchema>> {
  return db.transaction((tx) => readOwnAgreement(tx, config, userId));
}

async function readOwnAgreement(
  tx: Db,
  config: Dependencies['config'],
  userId: string,
): Promise<z.input<typeof ownAgreementSchema>> {
  const signed = await listSigned(tx, userId);
  const current = await findCurrentVersion(tx, 'creator-agreement');
  const today = formatUtcDay(await readDatabaseTime(tx));
  // Until its last day nothing is signed, afterwards as for the first time.
  const terminatedOn = signed[0]?.terminatedOn ?? null;
  const hasEnded = terminatedOn !== null && terminatedOn <= today;
  if (terminatedOn !== null && !hasEnded) return { toSign: null, obstacle: null, signed };
  const latest = hasEnded ? 0 : Math.max(0, ...signed.map(({ number }) => number));
  if (!current || current.number <= latest) return { toSign: null, obstacle: null, signed };
  const signBy = latest === 0 ? null : await findSignBy(tx, latest);
  if (latest > 0 && signBy === null) return { toSign: null, obstacle: null, signed };
  const record = await findOwnRecord(tx, userId);
  if (!record) return { toSign: null, obstacle: 'not-registered', signed };
  const share = await findShare(tx, userId);
  if (share === null) return { toSign: null, obstacle: 'no-plan', signed };
  const shown = await fillFor(tx, config, { record, share, template: current.text });
  const { id: versionId, number } = current;
  const legalName = legalNameOf(record);
  return { toSign: { versionId, number, ...shown, legalName, signBy }, obstacle: null, signed };
}

/**
 * Signs the current creator agreement. Repeating it changes nothing.
 * @throws DomainError 'conflict' if the text is no longer the one that was shown, 'invalid-input' for
 * another name, or 'not-allowed-in-state'
 */
export async function signOwnAgreement(
  { db, config }: Dependencies,
  { userId }: Pick<Actor, 'userId'>,
  { versionId, sha256, name, address, userAgent }: OwnSignature & Signer,
): Promise<void> {
  await db.transaction(async (tx) => {
    const record = await findOwnRecord(tx, userId);
    if (record && (await isSigned(tx, record.id, versionId))) return;
    const { toSign, obstacle } = await readOwnAgreement(tx, config, userId);
    if (!record || obstacle !== null) {
      throw new DomainError('not-allowed-in-state', 'Your agreement isn’t ready to be signed yet');
    }
    if (!toSign) {
      throw new DomainError('not-allowed-in-state', 'There is nothing for you to sign now');
    }
    if (toSign.versionId !== versionId || toSign.sha256 !== sha256) throw changedText();
    requireName(name, toSign.legalName);
    await tx.insert(signedAgreements).values({
      kind: 'creator-agreement',
      versionId,
      performerId: record.id,
      influencerId: userId,
      text: toSign.text,
      sha256,
      signedName: name,
      signedBy: userId,
      address,
      userAgent,
    });
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: true, influencerId: userId });
  });
}

async function isSigned(tx: Db, performerId: string, versionId: string): Promise<boolean> {
  const [stored] = await tx
    .select({ id: signedAgreements.id })
    .from(signedAgreements)
    .where(
      and(
        eq(signedAgreements.performerId, performerId),
        eq(signedAgreements.versionId, versionId),
        eq(signedAgreements.kind, 'creator-agreement'),
        isNull(signedAgreements.terminatedAt),
      ),
    );
  return stored !== undefined;
}
