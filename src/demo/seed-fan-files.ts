import { randomUUID } from 'node:crypto';
import { createRandom, type Random } from '#src/demo/media/media-random.ts';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { checkouts } from '#src/features/money/payments/server/billing.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { FAN_MESSAGES, FAN_NOTES, FAN_SIGNATURES } from './sample-texts.ts';
import { seedAgeChecks } from './seed-age-checks.ts';
import type { Seed } from './seed-context.ts';

const HOUR_MS = 60 * 60_000;
/** How many fans have notes; half of them have messages and declined cards. */
const FANS = 16;
const DEVICES = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
];

/** Inserts what only a fan's file shows: notes, answered messages, sign-ins, declined payments, ages. */
export async function seedFanFiles(seed: Seed): Promise<void> {
  const random = createRandom('fan files');
  await seedNotesAndMessages(seed, random);
  await seedSignIns(seed, random);
  await seedDeclinedOrders(seed, random);
  await seedAgeChecks(seed);
}

async function seedNotesAndMessages({ db, fans, staffId, daysAgo }: Seed, random: Random) {
  const accounts = await db.select({ id: users.id, email: users.email }).from(users);
  const emails = new Map(accounts.map(({ id, email }) => [id, email]));
  await db.insert(personNotes).values(
    fans.slice(0, FANS).map(({ id }) => ({
      personId: id,
      createdBy: staffId,
      note: random.pick(FAN_NOTES),
      createdAt: daysAgo(random.range(1, 30)),
    })),
  );
  await db.insert(contactMessages).values(
    fans.slice(0, FANS / 2).map(({ id }, index) => {
      const createdAt = daysAgo(random.range(2, 60));
      return {
        name: FAN_SIGNATURES[index % FAN_SIGNATURES.length]!,
        email: emails.get(id)!,
        topic: 'Payments and subscriptions' as const,
        message: random.pick(FAN_MESSAGES),
        fingerprint: randomUUID(),
        createdAt,
        answeredBy: staffId,
        answeredAt: new Date(createdAt.getTime() + 5 * HOUR_MS),
      };
    }),
  );
}

/** fan@demo.test, the first fan, signs in by hand. */
async function seedSignIns({ db, fans, daysAgo }: Seed, random: Random) {
  await db.insert(sessions).values(
    fans.slice(1).map(({ id, createdAt }) => ({
      token: randomUUID(),
      userId: id,
      userAgent: random.pick(DEVICES),
      createdAt: new Date(Math.max(createdAt.getTime(), daysAgo(random.range(0, 20)).getTime())),
      expiresAt: daysAgo(-30),
    })),
  );
}

async function seedDeclinedOrders({ db, fans, influencers, daysAgo }: Seed, random: Random) {
  await db.insert(checkouts).values(
    fans.slice(0, FANS / 2).map(({ id }) => {
      const { id: influencerId, planId, priceCents } = random.pick(influencers);
      const declinedAt = daysAgo(random.range(0, 14));
      return {
        subscriberId: id,
        influencerId,
        subscriptionPlanId: planId,
        priceCents,
        provider: 'sandbox',
        status: 'expired' as const,
        declinedAt,
        createdAt: declinedAt,
        expiresAt: new Date(declinedAt.getTime() + HOUR_MS),
      };
    }),
  );
}
