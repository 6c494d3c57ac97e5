import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor, RequestEnv } from '#src/platform/http/operation.ts';
import { ageVerifications } from './age-checks.table.ts';
import { readAgeCookie } from './age-cookies.ts';

/** Whether a verification counts now. */
export const isValid = and(
  isNull(ageVerifications.revokedAt),
  gt(ageVerifications.expiresAt, sql`now()`),
)!;

type FindAboutViewer = (c: Context<RequestEnv>) => Promise<boolean>;

export type ViewerAge = {
  /** Whether somebody of the team or an influencer makes the request: they work, wherever they are. */
  isMember: FindAboutViewer;
  /** Whether creators are shown to the user of this request wherever an age has to be verified. */
  mayView: FindAboutViewer;
};

/** Finds out whether the age of whoever makes a request is verified. */
export function createViewerAge(db: Db, config: Pick<Config, 'publicUrl' | 'secrets'>): ViewerAge {
  const statement = db
    .select({ id: ageVerifications.id, userId: ageVerifications.userId })
    .from(ageVerifications)
    .where(
      and(
        or(
          eq(ageVerifications.id, sql.placeholder('id')),
          eq(ageVerifications.userId, sql.placeholder('userId')),
        ),
        isValid,
      ),
    )
    .prepare('viewer_age');

  /** A visitor's verification becomes that of the fan who signs in with it, once. */
  async function claim(id: string, userId: string): Promise<boolean> {
    const claimed = await db
      .update(ageVerifications)
      .set({ userId })
      .where(and(eq(ageVerifications.id, id), isNull(ageVerifications.userId)))
      .returning({ id: ageVerifications.id });
    return claimed.length > 0;
  }

  const findUser = async (c: Context<RequestEnv>) => {
    const actor = await c.var.findActor({ whileViewingAsFan: true });
    return actor === 'suspended' ? null : actor;
  };
  const isOfPlatform = (user: Actor | null) =>
    user !== null && (user.role !== 'subscriber' || user.viewedBy !== null);

  return {
    isMember: async (c) => isOfPlatform(await findUser(c)),
    async mayView(c) {
      const fan = await findUser(c);
      if (isOfPlatform(fan)) return true;
      const id = readAgeCookie(c, config, 'verification');
      if (!fan && !id) return false;
      const found = await statement.execute({ id, userId: fan?.userId ?? null });
      if (!fan) return found.length > 0;
      if (found.some(({ userId }) => userId === fan.userId)) return true;
      const unclaimed = found.find(({ userId }) => userId === null);
      return unclaimed !== undefined && claim(unclaimed.id, fan.userId);
    },
  };
}
