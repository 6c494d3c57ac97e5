import { and, eq, type SQL } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Log } from '#src/platform/log/log.ts';
import type { WalletAnswer } from '../../age-checks.schema.ts';
import { ageChecks, usedAttestations } from '../age-checks.table.ts';
import { finishAgeCheck, isInTime } from '../finish-age-check.ts';
import { ProofRefused, type WalletRequest } from './proof-of-age.ts';
import { browserRequest } from './wallet-request.ts';

export type WalletServices = {
  db: Db;
  log: Log;
  config: Pick<Config, 'ageChecks' | 'publicUrl' | 'secrets'>;
};

/** An open check by wallet, for which there is time. @throws DomainError 'not-found' */
export async function getWalletCheck(db: Db, which: SQL) {
  const [check] = await db
    .select({ id: ageChecks.id, reference: ageChecks.reference })
    .from(ageChecks)
    .where(and(which, eq(ageChecks.method, 'eu_wallet'), eq(ageChecks.status, 'open'), isInTime));
  if (!check?.reference) throw new DomainError('not-found', 'This check is unknown or over');
  return { id: check.id, reference: check.reference };
}

/** Ends the check with the proof, unless its attestation was presented before. */
async function acceptProof({ db, config }: WalletServices, checkId: string, digest: string) {
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

/**
 * Ends a check with the answer of a wallet to this request, whatever the answer is.
 * @throws DomainError 'invalid-input' if it proves nothing
 */
export async function settleWalletCheck(
  services: WalletServices,
  { id, request }: { id: string; request: WalletRequest },
  answer: WalletAnswer,
): Promise<void> {
  const { db, log, config } = services;
  if ('error' in answer) return finishAgeCheck(db, config, id, 'ended');
  // With large packages, which the start of the product does not wait for.
  const { verifyProofOfAge } = await import('./verify-proof-of-age.ts');
  try {
    const digest = await verifyProofOfAge(answer.vpToken, request, {
      issuers: config.ageChecks.euIssuers,
      now: await readDatabaseTime(db),
    });
    await acceptProof(services, id, digest);
  } catch (refusal) {
    if (!(refusal instanceof ProofRefused)) throw refusal;
    log.info({ reason: refusal.message }, 'a proof of age was refused');
    await finishAgeCheck(db, config, id, 'failed');
    throw new DomainError('invalid-input', 'The proof of age is not valid');
  }
}

/**
 * Ends the check of a browser with what its wallet answered through the Digital Credentials API.
 * @throws DomainError 'not-found' or 'invalid-input'
 */
export async function answerByBrowser(
  services: WalletServices,
  checkId: string,
  answer: WalletAnswer,
): Promise<void> {
  const { id, reference } = await getWalletCheck(services.db, eq(ageChecks.id, checkId));
  await settleWalletCheck(
    services,
    { id, request: browserRequest(services.config, reference) },
    answer,
  );
}
