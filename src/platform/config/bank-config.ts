import { z } from 'zod';
import {
  isBankName,
  isBic,
  isIban,
  isRoutingNumber,
  normalizeAccount,
} from '#src/lib/bank/bank-account.ts';

const blankIsUnset = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());
const account = z.string().transform(normalizeAccount);
const bankName = (maximum: number) =>
  optional(
    z
      .string()
      .trim()
      .max(maximum, `must have at most ${maximum} characters`)
      .refine(isBankName, 'must be a name in Latin letters'),
  );

/** The environment variables of the account that payouts are paid from. */
export const bankEnvironment = {
  BANK_HOLDER: bankName(70),
  BANK_IBAN: optional(account.refine(isIban, 'must be a valid IBAN')),
  BANK_BIC: optional(account.refine(isBic, 'must be a valid BIC')),
  ACH_ROUTING_NUMBER: optional(
    z.string().trim().refine(isRoutingNumber, 'must be a valid routing number of nine digits'),
  ),
  ACH_BANK_NAME: bankName(23),
  ACH_COMPANY_NAME: bankName(16),
  ACH_COMPANY_ID: optional(
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{10}$/, 'must be the ten characters that your bank assigned'),
  ),
  PAYEE_CHANGE_DAYS: z.preprocess(
    blankIsUnset,
    z.coerce
      .number('must be a whole number')
      .int('must be a whole number')
      .min(0, 'must be 0 or more')
      .max(30, 'must be 30 or less')
      .default(3),
  ),
};

type Environment = z.output<z.ZodObject<typeof bankEnvironment>>;

/** What belongs together: either all or none of a group is set. */
const GROUPS = [
  ['BANK_HOLDER', 'BANK_IBAN', 'BANK_BIC'],
  ['ACH_ROUTING_NUMBER', 'ACH_BANK_NAME', 'ACH_COMPANY_NAME', 'ACH_COMPANY_ID'],
] as const satisfies (keyof Environment)[][];

/** Reports settings of an account that are missing beside the others. */
export function checkBankEnvironment(values: Environment, context: z.RefinementCtx): void {
  for (const group of GROUPS) {
    const missing = group.filter((name) => values[name] === undefined);
    if (missing.length === group.length) continue;
    for (const name of missing) {
      const message = `must be set together with ${group.filter((other) => other !== name).join(' and ')}`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  }
}

/** The account that transfers by IBAN are paid from. */
export type TransferAccount = { holder: string; iban: string; bic: string };
/** What identifies the agency in files to a US bank. */
export type AchOriginator = {
  routingNumber: string;
  bankName: string;
  companyName: string;
  companyId: string;
};

/** The agency's accounts, as far as they are configured. */
export type BankConfig = {
  transfer: TransferAccount | null;
  ach: AchOriginator | null;
  /** Days after the confirmation of new bank details during which no file pays to them. */
  payeeChangeDays: number;
};

// Examples: of the registry of IBANs, and of the Federal Reserve's list of routing numbers.
const DEMO: Pick<BankConfig, 'transfer' | 'ach'> = {
  transfer: {
    holder: 'Velvet Rope Demo Agency LLC',
    iban: 'GB29NWBK60161331926819',
    bic: 'NWBKGB2L',
  },
  ach: {
    routingNumber: '121000248',
    bankName: 'EXAMPLE BANK',
    companyName: 'VELVET ROPE DEMO',
    companyId: '1123456789',
  },
};

/** Reads settings that passed {@link checkBankEnvironment}; in the demo examples fill the gaps. */
export function readBankConfig(values: Environment, demo: boolean): BankConfig {
  const { BANK_HOLDER, BANK_IBAN, BANK_BIC } = values;
  const { ACH_ROUTING_NUMBER, ACH_BANK_NAME, ACH_COMPANY_NAME, ACH_COMPANY_ID } = values;
  const fallback = demo ? DEMO : { transfer: null, ach: null };
  return {
    transfer:
      BANK_HOLDER && BANK_IBAN && BANK_BIC
        ? { holder: BANK_HOLDER, iban: BANK_IBAN, bic: BANK_BIC }
        : fallback.transfer,
    ach:
      ACH_ROUTING_NUMBER && ACH_BANK_NAME && ACH_COMPANY_NAME && ACH_COMPANY_ID
        ? {
            routingNumber: ACH_ROUTING_NUMBER,
            bankName: ACH_BANK_NAME,
            companyName: ACH_COMPANY_NAME,
            companyId: ACH_COMPANY_ID,
          }
        : fallback.ach,
    payeeChangeDays: values.PAYEE_CHANGE_DAYS,
  };
}
