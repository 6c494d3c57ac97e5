import { TransactionRollbackError } from 'drizzle-orm';
import type { z } from 'zod';
import { createInfluencer } from '#src/features/backoffice/influencer-records/server/create-influencer.ts';
import type { Inviting } from '#src/features/backoffice/users/server/invite-user.ts';
import { createManagedUser } from '#src/features/backoffice/users/server/users.ts';
import { DomainError } from '#src/lib/problem.ts';
import { requireConfirmation, type Actor } from '#src/platform/http/operation.ts';
import { isMailConnected } from '#src/platform/mail/mail.ts';
import type { Import, ImportedRow, ImportKind, ImportResult } from '../imports.schema.ts';
import { readFan, readInfluencer } from '../read-row.ts';

type Row = Import['rows'][number];

/**
 * Creates and invites the people of a file: influencers as drafts, or fans. A row with a problem is
 * left out, and a failure of the server takes everything back. A dry run does the same and takes it
 * back.
 * @throws DomainError 'not-allowed-in-state' without a mail server, 'confirmation-required'
 */
export async function importPeople(
  services: Inviting,
  actor: Actor,
  { kind, isDryRun, rows }: Import,
): Promise<ImportResult> {
  if (!isMailConnected(services.config)) {
    const message = 'No mail server is connected, so nobody can be invited.';
    throw new DomainError('not-allowed-in-state', message);
  }
  if (!isDryRun) requireConfirmation(actor);
  const result: ImportResult = { rows: [] };
  const run = services.db.transaction(async (tx) => {
    const numbers = new Map<string, number>();
    for (const row of rows) {
      const email = (row.values.email ?? '').trim().toLowerCase();
      const same = numbers.get(email);
      const problem = same
        ? `Row ${same} has the same email`
        : await importRow({ ...services, db: tx }, actor, kind, row);
      if (!problem) numbers.set(email, row.number);
      result.rows.push(describe(row, problem));
    }
    if (isDryRun) tx.rollback();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
  return result;
}

const CREATE = {
  influencers: (services: Inviting, actor: Actor, values: Row['values']) =>
    create(readInfluencer(values), (person) => createInfluencer(services, actor, person)),
  fans: (services: Inviting, actor: Actor, values: Row['values']) =>
    create(readFan(values), (person) => createManagedUser(services, actor, person)),
} satisfies Record<ImportKind, unknown>;

async function create<T>(read: z.ZodSafeParseResult<T>, run: (person: T) => Promise<unknown>) {
  if (!read.success)
    return [...new Set(read.error.issues.map(({ message }) => message))].join(' · ');
  await run(read.data);
  return null;
}

/** @returns the problem of a row that was not imported */
async function importRow(
  services: Inviting,
  actor: Actor,
  kind: ImportKind,
  { values }: Row,
): Promise<string | null> {
  try {
    return await CREATE[kind](services, actor, values);
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'internal') return error.message;
    throw error;
  }
}

function describe({ number, values }: Row, problem: string | null): ImportedRow {
  return { number, name: values.fullName ?? '', email: values.email ?? '', problem };
}
