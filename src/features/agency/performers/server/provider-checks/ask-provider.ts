import { and, asc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { Log } from '#src/platform/log/log.ts';
import { isWaiting, verificationSessions } from '../provider-checks.table.ts';
import { performerVerifications } from '../verification.table.ts';
import { endCheck } from '../verification.ts';
import { handleReport, handleWaitingReports, storeReport, type ReportServices } from './reports.ts';

/** How long a report may take before the job asks for it, and again. */
const ASK_AFTER = sql`interval '30 minutes'`;
/** A session of Veriff ends after seven days; whoever says nothing for longer says nothing any more. */
const SILENT_AFTER = sql`interval '8 days'`;
const BATCH = 50;

/** Handles waiting reports, asks for those that were lost, and ends checks that nobody answers. */
export async function followSessions(services: ReportServices & { log: Log }): Promise<void> {
  await handleWaitingReports(services);
  await askForReports(services);
  await endSilentChecks(services.db);
}

async function askForReports(services: ReportServices & { log: Log }): Promise<void> {
  const { db, log, verificationProvider: provider } = services;
  if (!provider) return;
  const { id, reference, reportRequestedAt, createdAt } = verificationSessions;
  const quiet = await db
    .select({ id, reference })
    .from(verificationSessions)
    .where(
      and(
        eq(verificationSessions.provider, provider.name),
        isWaiting,
        isNotNull(reference),
        lt(sql`coalesce(${reportRequestedAt}, ${createdAt})`, sql`now() - ${ASK_AFTER}`),
      ),
    )
    .orderBy(asc(createdAt))
    .limit(BATCH);
  for (const session of quiet) {
    await db
      .update(verificationSessions)
      .set({ reportRequestedAt: sql`now()` })
      .where(eq(id, session.id));
    try {
      const body = await provider.fetchReport(session.reference!);
      if (body) await handleReport(services, provider, await storeReport(services, provider, body));
    } catch (err) {
      // The next run asks again.
      log.warn({ err: (err as Error).name, session: session.id }, 'no report of an identity check');
    }
  }
}

async function endSilentChecks(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const silent = await tx
      .select({ id: performerVerifications.id })
      .from(performerVerifications)
      .innerJoin(
        verificationSessions,
        eq(verificationSessions.verificationId, performerVerifications.id),
      )
      .where(
        and(
          eq(performerVerifications.status, 'started'),
          isWaiting,
          lt(verificationSessions.createdAt, sql`now() - ${SILENT_AFTER}`),
        ),
      );
    for (const { id } of silent) await endCheck(tx, id, null);
    if (silent.length > 0)
      await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
  });
}
