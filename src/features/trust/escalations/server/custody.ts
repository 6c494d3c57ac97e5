import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { EscalationEvent } from '../escalations.schema.ts';
import { escalationEvents } from './escalations.table.ts';

/** Who accesses an escalation. */
export type Custodian = Pick<Actor, 'userId' | 'fullName' | 'email'>;

/** What the chain says when the product itself acted. */
export const BY_ITSELF = 'The product';

/** Adds an entry to the chain of custody of an escalation. */
export async function recordCustody(
  tx: Db,
  escalationId: string,
  custodian: Custodian | null,
  entry: { event: EscalationEvent; text?: string },
): Promise<void> {
  const actor = custodian ? nameOf(custodian) : BY_ITSELF;
  await tx.insert(escalationEvents).values({ ...entry, escalationId, actor });
}

const nameOf = ({ fullName, email }: Custodian) =>
  fullName.trim() === '' ? email : `${fullName.trim()} <${email}>`;

/** An entry that cannot be if nobody changed a chain. */
export type CustodyViolation = { escalationId: string; number: number | null; problem: string };

/** Verifies the chains of custody, or the one of an escalation. */
export async function verifyCustody(
  db: Db,
  limit: number,
  escalationId: string | null = null,
): Promise<CustodyViolation[]> {
  const { rows } = await db.execute<CustodyViolation>(sql`
    select escalation_id as "escalationId", number, problem from verify_escalation_chains()
    where escalation_id = coalesce(${escalationId}::uuid, escalation_id)
    order by escalation_id, number limit ${limit}`);
  return rows;
}
