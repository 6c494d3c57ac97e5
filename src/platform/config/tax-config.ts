import { z } from 'zod';
import { EU_COUNTRIES, isCountry } from '#src/lib/locale/countries.ts';

const blankIsUnset = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;

const prefix = (fallback: string) =>
  z.preprocess(
    blankIsUnset,
    z
      .string()
      .trim()
      .regex(/^[A-Z0-9]{1,10}$/, 'must be 1 to 10 capital letters and digits')
      .default(fallback),
  );

/** How the tax of a sale is found: not at all, by the table of EU rates, or by Stripe Tax. */
export const TAX_RULES = ['none', 'eu', 'stripe'] as const;
export type TaxRules = (typeof TAX_RULES)[number];

/** The environment variables of invoices and taxes. */
export const taxEnvironment = {
  TAX_RULES: z.preprocess(blankIsUnset, z.enum(TAX_RULES, 'must be none, eu or stripe').optional()),
  AGENCY_COUNTRY: z.preprocess(
    blankIsUnset,
    z.string().trim().refine(isCountry, 'must be the code of a country, such as DE').optional(),
  ),
  AGENCY_TAX_ID: z.preprocess(
    blankIsUnset,
    z
      .string()
      .trim()
      .regex(/^[\p{L}\p{N} ./-]{4,40}$/u, 'must be a tax number of 4 to 40 characters')
      .optional(),
  ),
  INVOICE_PREFIX: prefix('INV'),
  CREDIT_NOTE_PREFIX: prefix('CN'),
  STATEMENT_PREFIX: prefix('SB'),
  REQUIRE_TAX_DETAILS: z.preprocess(
    blankIsUnset,
    z.stringbool('must be true or false').default(false),
  ),
  DAC7_COUNTRY: z.preprocess(
    blankIsUnset,
    z
      .string()
      .trim()
      .refine((code) => EU_COUNTRIES.includes(code), 'must be the code of a member state of the EU')
      .optional(),
  ),
  DAC7_OPERATOR_ID: z.preprocess(
    blankIsUnset,
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9./-]{2,60}$/, 'must be a number of 2 to 60 letters and digits')
      .optional(),
  ),
};

type Environment = z.output<z.ZodObject<typeof taxEnvironment>> & {
  AGENCY_NAME?: string | undefined;
  AGENCY_ADDRESS?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
};

const REQUIRED = {
  none: [],
  eu: ['AGENCY_NAME', 'AGENCY_ADDRESS', 'AGENCY_COUNTRY', 'AGENCY_TAX_ID'],
  stripe: ['AGENCY_NAME', 'AGENCY_ADDRESS', 'AGENCY_TAX_ID', 'STRIPE_SECRET_KEY'],
} as const satisfies Record<TaxRules, (keyof Environment)[]>;

/** Reports settings that the tax rules require, and prefixes that are not distinct. */
export function checkTaxEnvironment(values: Environment, context: z.RefinementCtx): void {
  const rules = values.TAX_RULES ?? 'none';
  for (const name of REQUIRED[rules]) {
    if (values[name]) continue;
    const message = `must be set when TAX_RULES is ${rules}`;
    context.addIssue({ code: 'custom', path: [name], message });
  }
  checkDac7(values, context);
  if (values.INVOICE_PREFIX === values.CREDIT_NOTE_PREFIX) {
    const message = 'must differ from INVOICE_PREFIX';
    context.addIssue({ code: 'custom', path: ['CREDIT_NOTE_PREFIX'], message });
  }
}

/** A report under DAC7 names its operator, who reports at home, or where they registered. */
function checkDac7(values: Environment, context: z.RefinementCtx): void {
  const report = (name: keyof Environment, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const { DAC7_COUNTRY, AGENCY_COUNTRY } = values;
  if (!DAC7_COUNTRY) {
    if (values.DAC7_OPERATOR_ID) report('DAC7_COUNTRY', 'must be set with DAC7_OPERATOR_ID');
    return;
  }
  for (const name of REQUIRED.eu) {
    if (!values[name]) report(name, 'must be set with DAC7_COUNTRY');
  }
  if (!AGENCY_COUNTRY || AGENCY_COUNTRY === DAC7_COUNTRY) return;
  if (EU_COUNTRIES.includes(AGENCY_COUNTRY)) {
    report('DAC7_COUNTRY', 'must be AGENCY_COUNTRY, which is in the EU');
  } else if (!values.DAC7_OPERATOR_ID) {
    report('DAC7_OPERATOR_ID', 'must be set for an agency outside the EU');
  }
}

/** Where the platform reports its payees under DAC7. */
export type Dac7Config = {
  /** The member state. */
  country: string;
  /** The individual identification number that it issued to an operator outside the EU. */
  operatorId: string | null;
};

/** How sales are taxed and their documents are numbered. */
export type TaxConfig = {
  rules: TaxRules;
  /** The country where the agency is established (ISO 3166), and its tax number. */
  country: string | null;
  taxId: string | null;
  invoicePrefix: string;
  creditNotePrefix: string;
  /** Begins the numbers of self-billed statements, before the number of the payee's account. */
  statementPrefix: string;
  /** Whether a payout is sent only to payees with confirmed tax details. */
  requireTaxDetails: boolean;
  /** Null without an obligation to report. */
  dac7: Dac7Config | null;
};

/** Reads settings that passed {@link checkTaxEnvironment}; the demo sells from an example country. */
export function readTaxConfig(values: Environment, demo: boolean): TaxConfig {
  return {
    rules: values.TAX_RULES ?? (demo ? 'eu' : 'none'),
    country: values.AGENCY_COUNTRY ?? (demo ? 'US' : null),
    taxId: values.AGENCY_TAX_ID ?? (demo ? 'EU372000001' : null),
    invoicePrefix: values.INVOICE_PREFIX,
    creditNotePrefix: values.CREDIT_NOTE_PREFIX,
    statementPrefix: values.STATEMENT_PREFIX,
    requireTaxDetails: values.REQUIRE_TAX_DETAILS,
    dac7: readDac7(values) ?? (demo ? { country: 'IE', operatorId: 'IE9999999WI' } : null),
  };
}

function readDac7({ DAC7_COUNTRY, DAC7_OPERATOR_ID }: Environment): Dac7Config | null {
  if (!DAC7_COUNTRY) return null;
  return { country: DAC7_COUNTRY, operatorId: DAC7_OPERATOR_ID ?? null };
}
