import type { Random } from '#src/demo/media/media-random.ts';
import type { Db } from '#src/platform/database/db.ts';

/** The shared context of all seed functions. */
export type Seed = {
  db: Db;
  random: Random;
  now: Date;
  staffId: string;
  adminId: string;
  influencers: {
    id: string;
    fullName: string;
    email: string;
    planId: string;
    priceCents: number;
    commissionPercent: number;
    /** The commissions after that one, by their start. */
    commissionRates: { percent: number; effectiveFrom: Date; reason: string }[];
  }[];
  /** The first fan is fan@demo.test. */
  fans: { id: string; createdAt: Date }[];
  daysAgo: (days: number) => Date;
};
