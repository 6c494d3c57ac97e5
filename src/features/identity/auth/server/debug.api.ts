import { eq, getTableColumns } from 'drizzle-orm';
import { z } from 'zod';
import { sessions, userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { operations, signedIn, type Actor } from '#src/platform/http/operation.ts';
import { debugSchema, type DebugState } from '../debug.schema.ts';

type Dependencies = { db: Db; config: Pick<Config, 'mode' | 'demo'> };

const example = {
  session: { userId: '0b6a3c1e-7a52-4f1d-9a43-5d2a9f0c1e77', role: null },
  role: null,
  profile: { fullName: 'Nova Sterling' },
};

/** For development and the demo; these operations do not exist elsewhere. */
export function debugApi({ db, config }: Dependencies) {
  const api = operations([
    signedIn.get(
      '/api/debug',
      {
        id: 'getDebug',
        summary: 'Get your session, role and profile as stored; not in production',
        output: debugSchema,
        example,
      },
      ({ actor }) => readOwnData(db, actor),
    ),
    signedIn.post(
      '/api/debug/subscriber-role',
      {
        id: 'takeSubscriberRole',
        summary: 'Assign yourself the subscriber role if you have none; not in production',
        output: z.object({}),
        errors: ['not-allowed-in-state'],
        example: {},
      },
      async ({ actor }) => {
        await assignSubscriberRole(db, actor);
        return {};
      },
    ),
  ]);
  const exists = config.demo || config.mode !== 'production';
  return exists ? api : (operations([]) as unknown as typeof api);
}

async function readOwnData(db: Db, actor: Actor): Promise<DebugState> {
  const { token: _, ...columns } = getTableColumns(sessions);
  const [session] = await db.select(columns).from(sessions).where(eq(sessions.id, actor.sessionId));
  const [role] = await db.select().from(userRoles).where(eq(userRoles.userId, actor.userId));
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, actor.userId));
  return { session: { ...session, ...actor }, role: role ?? null, profile: profile ?? null };
}

/** @throws DomainError 'not-allowed-in-state' for a user who has a role */
async function assignSubscriberRole(db: Db, actor: Actor): Promise<void> {
  const inserted = await db
    .insert(userRoles)
    .values({ userId: actor.userId, role: 'subscriber' })
    .onConflictDoNothing()
    .returning({ userId: userRoles.userId });
  if (inserted.length > 0) return;
  throw new DomainError('not-allowed-in-state', 'You already have a role.');
}
