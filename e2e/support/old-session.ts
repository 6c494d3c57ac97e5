import type { BrowserContext } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { openDatabase } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';

/** Makes the session of a browser so old that some actions need a confirmation. */
export async function makeSessionOld(context: BrowserContext): Promise<void> {
  const cookies = await context.cookies();
  const cookie = cookies.find(({ name }) => name.endsWith('velvet.session_token'))!;
  const token = decodeURIComponent(cookie.value).split('.')[0]!;
  const dataDir = process.env.PRODUCT_DATA_DIR!;
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) });
  const { db, pool } = openDatabase(postgres.url, { max: 1 });
  await db
    .update(sessions)
    .set({ confirmedAt: sql`now() - interval '1 hour'` })
    .where(eq(sessions.token, token));
  await pool.end();
  await postgres.stop();
}
