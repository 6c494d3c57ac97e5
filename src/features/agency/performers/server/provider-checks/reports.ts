import { createHash, randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { VerificationProvider } from '#src/features/agency/verification-providers/server/verification-provider.ts';
import type { Db } from '#src/platform/database/db.ts';
import { openOf, sealFor } from '#src/platform/database/sealed-column.ts';
import { VERIFICATION_REPORTS, verificationReports } from '../provider-checks.table.ts';
import { applyResult, type ResultServices } from './apply-result.ts';

export type ReportServices = ResultServices & {
  db: Db;
  verificationProvider: VerificationProvider | null;
};

/** How long a report is tried that cannot be handled; then the job asks for another one. */
const RETRY_PERIOD = sql`interval '3 days'`;
const BATCH = 100;
const ERROR_LENGTH = 200;

/** Stores a verified report, once for each content. @returns its id */
export async function storeReport(
  { db, config }: ReportServices,
  { name: provider }: VerificationProvider,
  body: string,
): Promise<string> {
  const id = randomUUID();
  const contentHash = createHash('sha256').update(body).digest('hex');
  const sealedContent = sealFor(config.secrets, VERIFICATION_REPORTS, id, body);
  const [stored] = await db
    .insert(verificationReports)
    .values({ id, provider, contentHash, sealedContent })
    // Sets the same value, so that the row of the first delivery is returned.
    .onConflictDoUpdate({
      target: [verificationReports.provider, verificationReports.contentHash],
      set: { contentHash },
    })
    .returning({ id: verificationReports.id });
  return stored!.id;
}

/** Handles a stored report once. @returns whether it is handled @throws any error, stored with the report */
export async function handleReport(
  services: ReportServices,
  provider: VerificationProvider,
  id: string,
): Promise<boolean> {
  const { db, config } = services;
  try {
    return await db.transaction(async (tx) => {
      const [stored] = await tx
        .select()
        .from(verificationReports)
        .where(eq(verificationReports.id, id))
        .for('update');
      if (!stored?.sealedContent) return true;
      const body = openOf(config.secrets, VERIFICATION_REPORTS, id, stored.sealedContent);
      const result = provider.readReport(body, stored.receivedAt);
      const isHandled = !result || (await applyResult(tx, services, provider.name, result));
      await tx
        .update(verificationReports)
        .set({
          attempts: stored.attempts + 1,
          ...(isHandled && { handledAt: sql`now()`, sealedContent: null, lastError: null }),
        })
        .where(eq(verificationReports.id, id));
      return isHandled;
    });
  } catch (error) {
    // Only the kind of error: its text may name the person.
    const lastError = (error as Error).name.slice(0, ERROR_LENGTH);
    await db
      .update(verificationReports)
      .set({ attempts: sql`${verificationReports.attempts} + 1`, lastError })
      .where(eq(verificationReports.id, id));
    throw error;
  }
}

/** Handles what waits for a session or has failed, oldest first. */
export async function handleWaitingReports(services: ReportServices): Promise<void> {
  const { db, verificationProvider: provider } = services;
  if (!provider) return;
  const waiting = await db
    .select({ id: verificationReports.id })
    .from(verificationReports)
    .where(
      and(
        isNull(verificationReports.handledAt),
        eq(verificationReports.provider, provider.name),
        gt(verificationReports.receivedAt, sql`now() - ${RETRY_PERIOD}`),
      ),
    )
    .orderBy(asc(verificationReports.receivedAt))
    .limit(BATCH);
  // The error is stored with the report and does not concern the others.
  for (const { id } of waiting) await handleReport(services, provider, id).catch(() => null);
}

/** Counts the reports that are not handled. @param minutes from when on one is late */
export async function countWaitingReports(db: Db, minutes: number) {
  const [counts] = await db
    .select({
      total: sql<number>`count(*)::int`,
      late: sql<number>`(count(*) filter (where ${verificationReports.receivedAt} < now() - make_interval(mins => ${minutes})))::int`,
    })
    .from(verificationReports)
    .where(isNull(verificationReports.handledAt));
  return counts!;
}
