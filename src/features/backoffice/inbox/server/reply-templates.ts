import { and, count, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { requireAllowedText } from '#src/features/identity/banned-terms/server/allowed-text.ts';
import { DomainError } from '#src/lib/problem.ts';
import { parseDatabaseError, type Db } from '#src/platform/database/db.ts';
import {
  TEMPLATE_LIMIT,
  type NewReplyTemplate,
  type ReplyTemplate,
  type replyTemplateChangesSchema,
} from '../reply-templates.schema.ts';
import { replyTemplates } from './reply-templates.table.ts';

const { id, title, text, version } = replyTemplates;

/** All templates by name. */
export function listReplyTemplates(db: Db): Promise<ReplyTemplate[]> {
  return db
    .select({ id, title, text, version })
    .from(replyTemplates)
    .orderBy(sql`lower(${title})`)
    .limit(TEMPLATE_LIMIT);
}

/**
 * @throws DomainError 'conflict' for a name that is taken, 'not-allowed-in-state' at the limit,
 *   'invalid-input' for a banned term
 */
export function createReplyTemplate(db: Db, template: NewReplyTemplate): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    // Two people at once must not exceed the limit.
    await tx.execute(sql`lock table ${replyTemplates} in share row exclusive mode`);
    await requireAllowedText(tx, { text: template.text });
    const [stored] = await tx.select({ count: count() }).from(replyTemplates);
    if (stored!.count >= TEMPLATE_LIMIT) {
      throw new DomainError(
        'not-allowed-in-state',
        `There are ${TEMPLATE_LIMIT} templates. Delete one first.`,
      );
    }
    const [created] = await refuseTakenName(
      tx.insert(replyTemplates).values(template).returning({ id }),
    );
    return created!;
  });
}

type Changes = z.output<typeof replyTemplateChangesSchema> & { id: string };

/**
 * Changes a template.
 * @throws DomainError 'not-found', 'conflict' if somebody else was first or the name is taken, 'invalid-input'
 *   for a banned term
 */
export async function changeReplyTemplate(
  db: Db,
  { id: changed, version: known, ...template }: Changes,
): Promise<void> {
  await requireAllowedText(db, { text: template.text });
  const updated = await refuseTakenName(
    db
      .update(replyTemplates)
      .set({ ...template, version: sql`${version} + 1` })
      .where(and(eq(id, changed), eq(version, known)))
      .returning({ id }),
  );
  if (updated.length > 0) return;
  const [present] = await db.select({ id }).from(replyTemplates).where(eq(id, changed));
  if (!present) throw new DomainError('not-found', 'The template no longer exists');
  throw new DomainError('conflict', 'Somebody else has changed this template. Reload it first');
}

/** @throws DomainError 'not-found' */
export async function deleteReplyTemplate(db: Db, deleted: string): Promise<void> {
  const rows = await db.delete(replyTemplates).where(eq(id, deleted)).returning({ id });
  if (rows.length === 0) throw new DomainError('not-found', 'The template no longer exists');
}

async function refuseTakenName<T>(change: PromiseLike<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (parseDatabaseError(error)?.code !== '23505') throw error;
    throw new DomainError('conflict', 'There’s a template with this name');
  }
}
