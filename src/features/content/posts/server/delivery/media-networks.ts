import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { mediaNetworks } from '../media-use.table.ts';

/** The networks that may open an account's files at once. */
const MAXIMUM_NETWORKS = 5;
/** For so long after its last file a network counts, and for so long a replaced one has to wait. */
const AT_ONCE = sql`interval '15 minutes'`;
const REMEMBERED_MS = 60_000;
const MAXIMUM_REMEMBERED = 50_000;

const isRecent = (column: typeof mediaNetworks.lastUse | typeof mediaNetworks.replacedAt) =>
  gt(column, sql`now() - ${AT_ONCE}`);

/** Providers give a phone many addresses of a /24 in turn. */
const widen = (network: string): string => network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');

/** Records a use of a network that counts already. */
async function renew(db: Db, userId: string, network: string): Promise<boolean> {
  const renewed = await db
    .update(mediaNetworks)
    .set({ lastUse: sql`now()` })
    .where(
      and(
        eq(mediaNetworks.userId, userId),
        eq(mediaNetworks.network, network),
        isNull(mediaNetworks.replacedAt),
        isRecent(mediaNetworks.lastUse),
      ),
    )
    .returning({ network: mediaNetworks.network });
  return renewed.length > 0;
}

/** Lets a further network in, in the place of the oldest if there are too many. @returns whether it may */
function enter(db: Db, userId: string, network: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    // One network of an account after the other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const own = and(eq(mediaNetworks.userId, userId), isRecent(mediaNetworks.lastUse));
    const recent = await tx
      .select({
        network: mediaNetworks.network,
        isReplaced: sql<boolean>`coalesce(${isRecent(mediaNetworks.replacedAt)}, false)`,
      })
      .from(mediaNetworks)
      .where(own)
      .orderBy(asc(mediaNetworks.since));
    if (recent.some((one) => one.network === network && one.isReplaced)) return false;
    const open = recent.filter((one) => !one.isReplaced && one.network !== network);
    for (const oldest of open.slice(0, Math.max(0, open.length - MAXIMUM_NETWORKS + 1))) {
      await tx
        .update(mediaNetworks)
        .set({ replacedAt: sql`now()`, lastUse: sql`now()` })
        .where(and(eq(mediaNetworks.userId, userId), eq(mediaNetworks.network, oldest.network)));
    }
    const values = { since: sql`now()`, lastUse: sql`now()`, replacedAt: null };
    await tx
      .insert(mediaNetworks)
      .values({ userId, network })
      .onConflictDoUpdate({ target: [mediaNetworks.userId, mediaNetworks.network], set: values });
    return true;
  });
}

/**
 * Creates a check that lets an account open files from five networks at once. A sixth replaces the oldest, so
 * that whoever comes last, such as the owner who has just signed in, is not locked out. A process asks the
 * database once a minute for each network.
 */
export function createNetworkLimit(db: Db) {
  const remembered = new LRUCache<string, { isOpen: boolean }, { userId: string; network: string }>(
    {
      maxSize: MAXIMUM_REMEMBERED,
      sizeCalculation: () => 1,
      ttl: REMEMBERED_MS,
      fetchMethod: async (_key, _previous, { context: { userId, network } }) => ({
        isOpen: (await renew(db, userId, network)) || (await enter(db, userId, network)),
      }),
    },
  );
  /** @throws DomainError 'too-many-networks' */
  return async function requireNetwork(userId: string, clientNetwork: string): Promise<void> {
    const key = `${userId} ${clientNetwork}`;
    // Most requests find it without waiting.
    const { isOpen } =
      remembered.get(key) ??
      (await remembered.forceFetch(key, { context: { userId, network: widen(clientNetwork) } }));
    if (!isOpen) throw new DomainError('too-many-networks');
  };
}

/** Forgets networks after a day. */
export async function sweepMediaNetworks(db: Db): Promise<void> {
  await db.delete(mediaNetworks).where(lt(mediaNetworks.lastUse, sql`now() - interval '1 day'`));
}
