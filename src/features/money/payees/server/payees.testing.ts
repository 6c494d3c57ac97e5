import { eq, sql } from 'drizzle-orm';
import type { TestApp, TestUser } from '#test/harness.ts';
import { EXAMPLE_IBAN } from '../example-accounts.ts';
import type { BankDetails } from '../payees.schema.ts';
import { bankDetails } from './payees.table.ts';

/** Lets the influencer propose bank details. @returns the id of the version */
export async function proposeAccount(
  app: TestApp,
  influencer: TestUser,
  details: BankDetails = EXAMPLE_IBAN,
): Promise<string> {
  const { json } = await app.call('POST', '/api/my-bank-details', {
    user: influencer,
    body: details,
  });
  return json.proposed.id;
}

/** Gives the influencer bank details that were confirmed so many days ago. @returns the id of the version */
export async function confirmAccount(
  app: TestApp,
  influencer: TestUser,
  { details, by, daysAgo = 4 }: { details?: BankDetails; by: TestUser; daysAgo?: number },
): Promise<string> {
  const id = await proposeAccount(app, influencer, details);
  await app.call('POST', `/api/influencers/${influencer.id}/bank-details/${id}/confirm`, {
    user: by,
  });
  await app.db
    .update(bankDetails)
    .set({ decidedAt: sql`now() - ${`${daysAgo} days`}::interval` })
    .where(eq(bankDetails.id, id));
  return id;
}
