import {
  SESSION_ADDRESSES,
  VERIFICATION_REPORTS,
} from '#src/features/agency/performers/server/provider-checks.table.ts';
import {
  DOCUMENT_FILE_KEYS,
  DOCUMENT_NUMBERS,
} from '#src/features/agency/performers/server/verification.table.ts';
import { SIGN_UP_SPECIAL_DATA } from '#src/features/identity/fan-sign-up/server/sign-ups.table.ts';
import { TOTP_SECRETS } from '#src/features/identity/second-factor/server/second-factor.table.ts';
import { SPECIAL_DATA } from '#src/features/identity/special-data/server/special-data.table.ts';
import { BANK_FILES } from '#src/features/money/bank-files/server/bank-files.table.ts';
import { BANK_DETAILS } from '#src/features/money/payees/server/payees.table.ts';
import { TAX_DETAILS } from '#src/features/money/payees/server/tax-details.table.ts';
import { ESCALATION_FACTS } from '#src/features/trust/escalations/server/escalations.table.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import type { Db } from '#src/platform/database/db.ts';
import { resealColumn, type SealedColumn } from '#src/platform/database/sealed-column.ts';

/** All sealed columns, by a name for the operator. */
const SEALED_COLUMNS: Record<string, SealedColumn> = {
  'secrets of authenticator apps': TOTP_SECRETS,
  'answers of fans': SPECIAL_DATA,
  'answers in unfinished sign-ups': SIGN_UP_SPECIAL_DATA,
  'bank details of influencers': BANK_DETAILS,
  'tax details of influencers': TAX_DETAILS,
  'files for the bank': BANK_FILES,
  'numbers of ID documents': DOCUMENT_NUMBERS,
  'keys of the pictures of ID documents': DOCUMENT_FILE_KEYS,
  'addresses of identity checks': SESSION_ADDRESSES,
  'reports of verification providers': VERIFICATION_REPORTS,
  'facts of escalations': ESCALATION_FACTS,
};

/** Seals everything that is sealed with the newest secret. @returns the counts for each column */
export async function resealAll(db: Db, secrets: Secrets) {
  const results = [];
  for (const [name, column] of Object.entries(SEALED_COLUMNS)) {
    results.push({ name, ...(await resealColumn(db, secrets, column)) });
  }
  return results;
}
