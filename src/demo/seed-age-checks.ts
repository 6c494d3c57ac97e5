import { createRandom } from '#src/demo/media/media-random.ts';
import {
  ageChecks,
  ageVerifications,
} from '#src/features/trust/age-checks/server/age-checks.table.ts';
import type { Seed } from './seed-context.ts';

const VALID_DAYS = 90;
/** Fans who have verified their age, all but fan@demo.test. */
const FANS = 14;
const VISITORS = 9;
/** How the other checks ended. */
const OTHERS = ['failed', 'failed', 'failed', 'ended', 'ended'] as const;

/** Inserts age checks of the last weeks, and the verifications that followed. */
export async function seedAgeChecks({ db, fans, daysAgo }: Seed): Promise<void> {
  const random = createRandom('age checks');
  const checkedFans = fans.slice(1, 1 + FANS).map(({ id }) => id);
  const people = [...checkedFans, ...Array.from({ length: VISITORS }, () => null)];
  const verified = await db
    .insert(ageVerifications)
    .values(
      people.map((userId) => {
        const age = random.range(1, 29);
        const times = { verifiedAt: daysAgo(age), expiresAt: daysAgo(age - VALID_DAYS) };
        return { userId, method: 'sandbox' as const, ...times };
      }),
    )
    .returning({ id: ageVerifications.id, verifiedAt: ageVerifications.verifiedAt });
  await db.insert(ageChecks).values([
    ...verified.map(({ id, verifiedAt }) => ({
      method: 'sandbox' as const,
      status: 'passed' as const,
      createdAt: verifiedAt,
      endedAt: verifiedAt,
      verificationId: id,
    })),
    ...OTHERS.map((status) => {
      const at = daysAgo(random.range(1, 29));
      return { method: 'sandbox' as const, status, createdAt: at, endedAt: at };
    }),
  ]);
}
