import { randomUUID } from 'node:crypto';
import type { TestApp } from '#test/harness.ts';
import { complaints } from './complaints.table.ts';

/** Stores an open complaint that is due tomorrow. @returns its id */
export async function addComplaint(
  app: TestApp,
  values: Partial<typeof complaints.$inferInsert> = {},
): Promise<string> {
  const [complaint] = await app.db
    .insert(complaints)
    .values({
      kind: 'privacy',
      address: 'https://example.test/somebody',
      explanation: 'My street can be read in the second picture.',
      name: 'Ines Calloway',
      email: 'ines@example.test',
      label: 'Post of somebody',
      fingerprint: randomUUID(),
      dueAt: new Date(Date.now() + 86_400_000),
      ...values,
    })
    .returning({ id: complaints.id });
  return complaint!.id;
}
