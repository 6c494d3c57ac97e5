import type { BackOfficeChange } from './change.ts';
import { contentChanges } from './content-changes.ts';
import { inboxChanges } from './inbox-changes.ts';
import { influencerChanges } from './influencer-changes.ts';
import { moneyChanges } from './money-changes.ts';
import { payoutChanges } from './payout-changes.ts';
import { peopleChanges } from './people-changes.ts';
import { platformChanges } from './platform-changes.ts';
import { trustChanges } from './trust-changes.ts';
import { workChanges } from './work-changes.ts';

/** Every operation with which the back office changes data. Maintained by hand; tests fail if one is missing. */
export const BACK_OFFICE_CHANGES: Record<string, BackOfficeChange> = {
  ...contentChanges,
  ...influencerChanges,
  ...workChanges,
  ...moneyChanges,
  ...payoutChanges,
  ...peopleChanges,
  ...inboxChanges,
  ...trustChanges,
  ...platformChanges,
};
