import { and, count, desc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { colleagueOf } from '#src/features/identity/colleagues/server/colleagues.ts';
import { DomainError, type ProblemCode } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { DECISION_LABELS, DECISIONS_OF_AREA } from '../policies.rules.ts';
import {
  POLICY_LIMIT,
  type NewPolicy,
  type PolicyArea,
  type PolicyBasis,
  type PolicyContent,
  type PolicyDecision,
  type policySchema,
} from '../policies.schema.ts';
import { policyVersions } from './policies.table.ts';

type Policy = z.input<typeof policySchema>;

const COLUMNS = {
  id: policyVersions.id,
  area: policyVersions.area,
  code: policyVersions.code,
  number: policyVersions.number,
  title: policyVersions.title,
  description: policyVersions.description,
  basis: policyVersions.basis,
  ground: policyVersions.ground,
  decisions: policyVersions.decisions,
  isPublic: policyVersions.isPublic,
  isActive: policyVersions.isActive,
  createdBy: sql<string | null>`${colleagueOf(policyVersions.createdBy)} ->> 'name'`,
  createdAt: policyVersions.createdAt,
};

const other = alias(policyVersions, 'other_version');
const isSamePolicy = and(eq(other.area, policyVersions.area), eq(other.code, policyVersions.code));

/** Whether a version is the newest of its policy. */
const isNewest = sql`not exists (select from ${policyVersions} ${other}
  where ${isSamePolicy} and ${other.number} > ${policyVersions.number})`;

const FIRST_POSITION = sql`(select min(${other.position}) from ${policyVersions} ${other}
  where ${isSamePolicy})`;

/** The policies as they are now, in the order in which they were added. */
export function listPolicies(db: Db): Promise<Policy[]> {
  return db.select(COLUMNS).from(policyVersions).where(isNewest).orderBy(FIRST_POSITION);
}

/** What the public may read of the policies in use: the reasons for complaints first. */
export function listPublicPolicies(db: Db): Promise<Reason[]> {
  const { area, title, basis, ground, isPublic, isActive } = policyVersions;
  return db
    .select({ title, basis, ground })
    .from(policyVersions)
    .where(and(isNewest, eq(isPublic, true), eq(isActive, true)))
    .orderBy(area, FIRST_POSITION);
}

/** All versions of the policy that a version belongs to, newest first. @throws DomainError 'not-found' */
export async function listPolicyVersions(db: Db, id: string): Promise<Policy[]> {
  const versions = await db
    .select(COLUMNS)
    .from(policyVersions)
    .where(
      sql`exists (select from ${policyVersions} ${other} where ${isSamePolicy} and ${other.id} = ${id})`,
    )
    .orderBy(desc(policyVersions.number));
  if (versions.length === 0) throw policyNotFound();
  return versions;
}

const policyNotFound = () => new DomainError('not-found', 'Policy not found');

/** Two people at once must not withdraw the last two policies, or write the same version. */
const lockPolicies = (tx: Db) =>
  tx.execute(sql`lock table ${policyVersions} in share row exclusive mode`);

async function countPolicies(tx: Db, where: SQL): Promise<number> {
  const [found] = await tx.select({ count: count() }).from(policyVersions).where(where);
  return found!.count;
}

/** Adds a policy. @throws DomainError 'invalid-input', 'not-allowed-in-state' at the limit */
export function addPolicy(
  db: Db,
  { userId }: Actor,
  { area, ...content }: NewPolicy,
): Promise<{ id: string }> {
  requireDecisionsOf(area, content);
  return db.transaction(async (tx) => {
    await lockPolicies(tx);
    const policies = await countPolicies(tx, and(eq(policyVersions.area, area), isNewest)!);
    if (policies >= POLICY_LIMIT) {
      const text = `There are ${POLICY_LIMIT} policies. Change one of them instead.`;
      throw new DomainError('not-allowed-in-state', text);
    }
    const [added] = await tx
      .insert(policyVersions)
      .values({ ...content, area, number: 1, createdBy: userId })
      .returning({ id: policyVersions.id });
    return added!;
  });
}

/**
 * Writes the next version of a policy; without a change, the present one stays. Decisions that were made
 * before contain the version of their time.
 * @throws DomainError 'not-found', 'invalid-input', 'conflict' if the version is not the newest,
 *   'not-allowed-in-state' if a decision would have no reason left
 */
export function changePolicy(
  db: Db,
  { userId }: Actor,
  { id, ...content }: PolicyContent & { id: string },
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    await lockPolicies(tx);
    const [found] = await tx.select().from(policyVersions).where(eq(policyVersions.id, id));
    if (!found) throw policyNotFound();
    const { area, code, number } = found;
    const [later] = await tx
      .select({ id: policyVersions.id })
      .from(policyVersions)
      .where(
        and(
          eq(policyVersions.area, area),
          eq(policyVersions.code, code),
          gt(policyVersions.number, number),
        ),
      );
    if (later) throw new DomainError('conflict', 'This policy has changed since you opened it.');
    requireDecisionsOf(area, content);
    if (isEqual(found, content)) return { id };
    const [added] = await tx
      .insert(policyVersions)
      .values({ ...content, area, code, number: number + 1, createdBy: userId })
      .returning({ id: policyVersions.id });
    await requireReasonForEach(tx, area);
    return added!;
  });
}

function isEqual(found: PolicyContent, content: PolicyContent): boolean {
  const { title, description, basis, ground, isPublic, isActive } = content;
  const sorted = (decisions: PolicyDecision[]) => decisions.toSorted().join();
  return (
    found.title === title &&
    found.description === description &&
    found.basis === basis &&
    found.ground === ground &&
    found.isPublic === isPublic &&
    found.isActive === isActive &&
    sorted(found.decisions) === sorted(content.decisions)
  );
}

/** @throws DomainError 'invalid-input' for a decision of the other area */
function requireDecisionsOf(area: PolicyArea, { decisions }: PolicyContent): void {
  if (decisions.every((decision) => DECISIONS_OF_AREA[area].includes(decision))) return;
  const message = 'Choose decisions of this list';
  throw new DomainError('invalid-input', message, [{ path: 'decisions', message }]);
}

/** @throws DomainError 'not-allowed-in-state' if no policy in use fits one of the area's decisions */
async function requireReasonForEach(tx: Db, area: PolicyArea): Promise<void> {
  for (const decision of DECISIONS_OF_AREA[area]) {
    if ((await countPolicies(tx, and(isNewest, fits({ area, decision }))!)) > 0) continue;
    const text = `This is the last reason for “${DECISION_LABELS[decision]}”. Add another one first.`;
    throw new DomainError('not-allowed-in-state', text);
  }
}

type Use = { area: PolicyArea; decision: PolicyDecision };

/** Whether a version can be the reason of a decision while it is the newest. */
function fits({ area, decision }: Use): SQL {
  return and(
    eq(policyVersions.area, area),
    eq(policyVersions.isActive, true),
    sql`${decision} = any(${policyVersions.decisions})`,
  )!;
}

/** What a statement of reasons says about a policy. */
export type Reason = { title: string; basis: PolicyBasis; ground: string };

/**
 * The version of a policy that was shown, as the reason of a decision. It stays the newest until the end of
 * the transaction, so a trigger stores the same version with the decision.
 * @throws DomainError 'conflict' if there is a newer version, 'invalid-input' if it does not fit the decision
 */
export async function requirePolicy(
  tx: Db,
  { id, ...use }: Use & { id: string },
): Promise<{ policy: string; reason: Reason }> {
  await tx.execute(sql`lock table ${policyVersions} in share mode`);
  const [found] = await tx
    .select({
      code: policyVersions.code,
      title: policyVersions.title,
      basis: policyVersions.basis,
      ground: policyVersions.ground,
      isNewest: sql<boolean>`${isNewest}`,
      fits: sql<boolean>`${fits(use)}`,
    })
    .from(policyVersions)
    .where(eq(policyVersions.id, id));
  const refuse = (code: ProblemCode, message: string) =>
    new DomainError(code, message, [{ path: 'policyVersion', message }]);
  if (found && !found.isNewest) {
    throw refuse(
      'conflict',
      'This reason has changed since you opened it. Read it and choose again.',
    );
  }
  if (!found?.fits) throw refuse('invalid-input', 'Choose a reason that fits the decision');
  const { code: policy, title, basis, ground } = found;
  return { policy, reason: { title, basis, ground } };
}
