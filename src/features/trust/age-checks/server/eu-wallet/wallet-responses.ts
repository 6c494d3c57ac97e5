import { and, eq } from 'drizzle-orm';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { readForm } from '#src/platform/http/form-body.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { requireStorableText } from '#src/platform/http/storable-text.ts';
import type { Log } from '#src/platform/log/log.ts';
import { ageChecks, usedAttestations } from '../age-checks.table.ts';
import { finishAgeCheck, isInTime } from '../finish-age-check.ts';
import { ProofRefused, verifyProofOfAge } from './verify-proof-of-age.ts';
import { WALLET_RESPONSES, walletRequest } from './wallet-request.ts';

type Dependencies = {
  db: Db;
  log: Log;
  config: Pick<Config, 'ageChecks' | 'publicUrl' | 'secrets'>;
};

/** A presentation has about two kilobytes. */
const MAXIMUM_BODY = 32 * 1024;

async function findOpenCheck(db: Db, reference: string): Promise<string> {
  const [check] = await db
    .select({ id: ageChecks.id })
    .from(ageChecks)
    .where(
      and(
        eq(ageChecks.method, 'eu_wallet'),
        eq(ageChecks.reference, reference),
        eq(ageChecks.status, 'open'),
        isInTime,
      ),
    );
  if (!check) throw new DomainError('not-found', 'This check is unknown or over');
  return check.id;
}

/** Ends the check with the proof, unless its attestation was presented before. */
async function acceptProof({ db, config }: Dependencies, checkId: string, digest: string) {
  await db.transaction(async (tx) => {
    const recorded = await tx
      .insert(usedAttestations)
      .values({ digest })
      .onConflictDoNothing()
      .returning({ digest: usedAttestations.digest });
    if (recorded.length === 0) throw new ProofRefused('the attestation was presented before');
    await finishAgeCheck(tx, config, checkId, 'passed');
  });
}

/** Receives the answer of a wallet (OpenID4VP 1.0, `direct_post`): one for each check. */
export function walletResponses(services: Dependencies) {
  const { db, log, config } = services;
  const limit = bodyLimit({
    maxSize: MAXIMUM_BODY,
    onError: () => {
      throw new DomainError('payload-too-large');
    },
  });

  async function answer(c: Context<RequestEnv>, reference: string): Promise<Response> {
    requireStorableText({ reference });
    const checkId = await findOpenCheck(db, reference);
    const { vp_token: vpToken, state, error } = await readForm(c);
    if (state !== reference)
      throw new DomainError('invalid-input', 'The state is not the one sent');
    if (error !== undefined) {
      await finishAgeCheck(db, config, checkId, 'ended');
      return c.json({});
    }
    try {
      if (typeof vpToken !== 'string') throw new ProofRefused('there is no vp_token');
      const digest = await verifyProofOfAge(vpToken, walletRequest(config, reference), {
        issuers: config.ageChecks.euIssuers,
        now: await readDatabaseTime(db),
      });
      await acceptProof(services, checkId, digest);
    } catch (refusal) {
      if (!(refusal instanceof ProofRefused)) throw refusal;
      log.info({ reason: refusal.message }, 'a proof of age was refused');
      await finishAgeCheck(db, config, checkId, 'failed');
      throw new DomainError('invalid-input', 'The proof of age is not valid');
    }
    return c.json({});
  }

  return new Hono<RequestEnv>().post(`${WALLET_RESPONSES}/:reference`, limit, (c) =>
    answer(c, c.req.param('reference')),
  );
}
