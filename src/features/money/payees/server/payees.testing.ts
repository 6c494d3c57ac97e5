import { eq, sql } from 'drizzle-orm';
import type { TestApp, TestUser } from '#test/harness.ts';
import { EXAMPLE_IBAN } from '../example-accounts.ts';
import { EXAMPLE_W9 } from '../example-tax-details.ts';
import type { BankDetails } from '../payees.schema.ts';
import type { TaxDetails } from '../tax-details.schema.ts';
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

/** Lets the influencer propose tax details. @returns the id of the version */
export async function proposeTax(
  app: TestApp,
  influencer: TestUser,
  details: TaxDetails = EXAMPLE_W9,
): Promise<string> {
  const { json } = await app.call('POST', '/api/my-tax-details', {
    user: influencer,
    body: details,
  });
  return json.proposed.id;
}

/** Gives the influencer confirmed tax details. @returns the id of the version */
export async function confirmTax(
  app: TestApp,
  influencer: TestUser,
  { details, by }: { details?: TaxDetails; by: TestUser },
): Promise<string> {
  const id = await proposeTax(app, influencer, details);
  await app.call('POST', `/api/influencers/${influencer.id}/tax-details/${id}/confirm`, {
    user: by,
  });
  return id;
}
