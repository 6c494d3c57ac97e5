import { eq } from 'drizzle-orm';
import type { Seed } from '#src/demo/seed-context.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import {
  createEscalation,
  type EscalationServices,
} from '#src/features/trust/escalations/server/create-escalation.ts';
import { childSafetyOfficers } from '#src/features/trust/escalations/server/escalations.table.ts';

/** Makes the admin the child safety officer, who has preserved the post that is reported for its age. */
export async function seedEscalation(
  { db, adminId, daysAgo }: Seed,
  services: Omit<EscalationServices, 'db'>,
): Promise<void> {
  const appointedAt = daysAgo(200);
  await db.insert(childSafetyOfficers).values({ role: 'officer', userId: adminId, appointedAt });
  const [admin] = await db.select().from(users).where(eq(users.id, adminId));
  const actor = { userId: adminId, fullName: admin!.name, email: admin!.email };
  const [complaint] = await db
    .select({ id: complaints.id })
    .from(complaints)
    .where(eq(complaints.kind, 'minor'));
  await createEscalation({ ...services, db }, actor, complaint!.id);
}
