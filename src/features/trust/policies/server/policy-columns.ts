import { sql, type SQLWrapper } from 'drizzle-orm';
import { check, text, uuid } from 'drizzle-orm/pg-core';
import { policyVersions } from './policies.table.ts';

/** The version of the policy of a decision and its title at that time; a trigger stores both. */
export function policyColumns() {
  return {
    policyVersion: uuid().references(() => policyVersions.id),
    policyTitle: text(),
  };
}

/** A check constraint: a version is stored with its title. */
export function storedPolicy(
  table: string,
  { policyVersion, policyTitle }: Record<'policyVersion' | 'policyTitle', SQLWrapper>,
) {
  return check(
    `${table}_stored_policy`,
    sql`num_nonnulls(${policyVersion}, ${policyTitle}) in (0, 2)`,
  );
}
