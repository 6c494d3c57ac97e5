import { and, desc, eq } from 'drizzle-orm';
import type { TestApp } from '#test/harness.ts';
import type { PolicyArea } from '../policies.schema.ts';
import { policyVersions } from './policies.table.ts';

/** A decision as a form sends it: with the newest version of the policy that it names by its code. */
export async function withPolicyVersion(
  { db }: Pick<TestApp, 'db'>,
  area: PolicyArea,
  { policy, ...decision }: { policy?: string; [field: string]: unknown },
): Promise<object> {
  if (!policy) return decision;
  const [newest] = await db
    .select({ id: policyVersions.id })
    .from(policyVersions)
    .where(and(eq(policyVersions.area, area), eq(policyVersions.code, policy)))
    .orderBy(desc(policyVersions.number))
    .limit(1);
  return { ...decision, policyVersion: newest!.id };
}
