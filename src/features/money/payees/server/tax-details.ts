import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import type { z } from 'zod';
import { requireInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import type { Db } from '#src/platform/database/db.ts';
import { openOf } from '#src/platform/database/sealed-column.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { lastFourOf, legalNameOf } from '../tax-details.rules.ts';
import {
  revealedTaxDetailsSchema,
  type ownTaxDetailsSchema,
  type payeeTaxDetailsSchema,
  type RevealedTaxDetails,
  type TaxDetails,
} from '../tax-details.schema.ts';
import { findVersion, listTaxVersions, toOwnVersions } from './list-versions.ts';
import type { PayeeMailText } from './payee-mails.ts';
import {
  proposeVersion,
  revealVersion,
  type PayeeServices,
  type VersionChange,
  type VersionedDetails,
} from './payee-versions.ts';
import { isWaitingForTaxDetails } from './payout-requirement.ts';
import { TAX_DETAILS, taxDetails } from './tax-details.table.ts';
import { checkTaxNumbers } from './tax-numbers.ts';

/** What tax offices want to know about an influencer. */
export const TAX: VersionedDetails<TaxDetails, typeof taxDetails> = {
  table: taxDetails,
  sealed: TAX_DETAILS,
  label: 'Tax details',
  summarize: (details) => {
    const { form, country, certifiedOn } = details;
    const lastFour = lastFourOf(details);
    return { form, legalName: legalNameOf(details), country, certifiedOn, lastFour };
  },
  describe: (_version, change) => ({ ...describeChange(change), action: 'View Tax Details' }),
};

function describeChange(change: VersionChange): Omit<PayeeMailText, 'action'> {
  if (change.change === 'proposed') {
    const by = change.isByPayee ? 'Someone signed in to your account' : 'Our team';
    return {
      subject: 'Your tax details are about to change',
      paragraphs: [
        `${by} entered new tax details for your payouts.`,
        'A member of our team checks them before they count. If this was you, there’s nothing more to do.',
      ],
    };
  }
  if (change.change === 'confirmed') {
    return {
      subject: 'Your tax details were changed',
      paragraphs: ['Our team checked your new tax details. They are on your next statement.'],
    };
  }
  return {
    subject: 'Your new tax details were not accepted',
    paragraphs: [
      `Our team could not accept your tax details: ${change.reason}`,
      'You can enter them again under My Payouts.',
    ],
  };
}

/**
 * Proposes tax details of an influencer and notifies them.
 * @throws DomainError 'invalid-input' for numbers that do not exist, 'not-found'
 */
export async function proposeTaxDetails(
  services: PayeeServices,
  actor: Actor,
  influencerId: string,
  details: TaxDetails,
): Promise<void> {
  checkTaxNumbers(details);
  await proposeVersion(services, TAX, actor, influencerId, details);
}

/** An influencer's tax details for the back office. @throws DomainError 'not-found' */
export async function getPayeeTaxDetails(
  { db }: { db: Db },
  actor: Actor,
  influencerId: string,
): Promise<z.input<typeof payeeTaxDetailsSchema>> {
  await requireInfluencer(db, actor, influencerId);
  const versions = await listTaxVersions(db, actor, influencerId);
  return {
    confirmed: findVersion(versions, 'confirmed'),
    proposed: findVersion(versions, 'proposed'),
    versions,
    areMissing: await isWaitingForTaxDetails(db, influencerId),
  };
}

/** The actor's own tax details, without the names of the back office. */
export async function getOwnTaxDetails(
  { db }: { db: Db },
  actor: Actor,
): Promise<z.input<typeof ownTaxDetailsSchema>> {
  return {
    ...toOwnVersions(await listTaxVersions(db, actor, actor.userId)),
    areMissing: await isWaitingForTaxDetails(db, actor.userId),
  };
}

/** The details that count or wait for a user, with the end of the tax number only. */
export async function findOwnTaxDetails(
  { db, config }: { db: Db; config: Pick<Config, 'secrets'> },
  userId: string,
): Promise<TaxDetails[]> {
  const versions = await db
    .select()
    .from(taxDetails)
    .where(
      and(
        eq(taxDetails.influencerId, userId),
        inArray(taxDetails.status, ['confirmed', 'proposed']),
      ),
    )
    .orderBy(taxDetails.proposedAt);
  return versions.map(({ lastFour, ...version }) => ({
    ...openTaxDetails(config.secrets, version),
    ...(lastFour && { tin: `…${lastFour}` }),
  }));
}

/**
 * The tax details of a payee that were confirmed at an instant, also if others have replaced them
 * since, or the influencer was deleted. Null without any, or if their secret is lost.
 */
export async function findTaxDetailsAt(
  { db, config }: { db: Db; config: Pick<Config, 'secrets'> },
  { influencerId, shareAccountId }: { influencerId: string | null; shareAccountId: number },
  at: Date,
): Promise<TaxDetails | null> {
  const [version] = await db
    .select()
    .from(taxDetails)
    .where(
      and(
        influencerId
          ? eq(taxDetails.influencerId, influencerId)
          : eq(taxDetails.shareAccountId, shareAccountId),
        inArray(taxDetails.status, ['confirmed', 'replaced']),
        lte(taxDetails.decidedAt, at),
      ),
    )
    .orderBy(desc(taxDetails.decidedAt))
    .limit(1);
  try {
    return version ? openTaxDetails(config.secrets, version) : null;
  } catch {
    return null;
  }
}

/** The details of a version. @throws Error if their secret is lost */
export function openTaxDetails(
  secrets: Secrets,
  { id, sealed }: Pick<typeof taxDetails.$inferSelect, 'id' | 'sealed'>,
): TaxDetails {
  return JSON.parse(openOf(secrets, TAX_DETAILS, id, sealed)) as TaxDetails;
}

const NOT_IN_FORM = {
  businessName: null,
  classification: null,
  region: null,
  tinKind: null,
  tinCountry: null,
  vatNumber: null,
  registrationNumber: null,
  dateOfBirth: null,
  birthCity: null,
  birthCountry: null,
  treatyClaim: null,
};

/** The tax details of a version in full. @throws DomainError 'not-found' */
export async function revealTaxDetails(
  services: Pick<PayeeServices, 'db' | 'config'>,
  which: { influencerId: string; versionId: string },
): Promise<RevealedTaxDetails> {
  const details = await revealVersion(services, TAX, which);
  return revealedTaxDetailsSchema.parse({
    ...NOT_IN_FORM,
    ...details,
    legalName: legalNameOf(details),
  });
}
