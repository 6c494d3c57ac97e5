import { ACCOUNT_DATA } from './account-data.ts';
import type { PersonalData } from './exported-rows.ts';
import { FAN_DATA } from './fan-data.ts';
import { INFLUENCER_DATA } from './influencer-data.ts';
import { WORK_DATA } from './work-data.ts';

/** Everything that is stored about a person; a test holds it to the columns of the database. */
export const PERSONAL_DATA: readonly PersonalData[] = [
  ...ACCOUNT_DATA,
  ...FAN_DATA,
  ...INFLUENCER_DATA,
  ...WORK_DATA,
];
