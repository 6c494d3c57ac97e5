import type { z } from 'zod';
import { requireInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { heldUntil } from '../payees.rules.ts';
import type { ownBankDetailsSchema, payeeSchema } from '../payees.schema.ts';
import { findVersion, listBankVersions, toOwnVersions } from './list-versions.ts';

type Services = { db: Db; config: Pick<Config, 'bank'> };

async function summarize({ db, config }: Services, actor: Actor, influencerId: string) {
  const versions = await listBankVersions(db, actor, influencerId);
  const confirmed = findVersion(versions, 'confirmed');
  const { payeeChangeDays: changeDays } = config.bank;
  const held = heldUntil(confirmed?.decidedAt ?? null, changeDays, await readDatabaseTime(db));
  return { versions, confirmed, state: { heldUntil: held, changeDays } };
}

/** An influencer's bank details for the back office. @throws DomainError 'not-found' */
export async function getPayee(
  services: Services,
  actor: Actor,
  influencerId: string,
): Promise<z.input<typeof payeeSchema>> {
  await requireInfluencer(services.db, actor, influencerId);
  const { versions, confirmed, state } = await summarize(services, actor, influencerId);
  return { ...state, confirmed, proposed: findVersion(versions, 'proposed'), versions };
}

/** The actor's own bank details, without the names of the back office. */
export async function getOwnBankDetails(
  services: Services,
  actor: Actor,
): Promise<z.input<typeof ownBankDetailsSchema>> {
  const { versions, state } = await summarize(services, actor, actor.userId);
  return { ...state, ...toOwnVersions(versions) };
}
