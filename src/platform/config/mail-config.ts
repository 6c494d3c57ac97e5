import { z } from 'zod';
import { smtpUrl, type SmtpServer } from './smtp-url.ts';

/** With the token of a conversation, the part before the @ must have at most 64 characters. */
const LOCAL_PART_LENGTH = 11;

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);

const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());

/** The environment variables of mails. */
export const mailEnvironment = {
  SMTP_URL: optional(smtpUrl),
  MAIL_FROM: optional(
    z
      .string()
      .regex(
        /^(?:[^<>@\p{Cc}]+ )?<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/u,
        'must be an email address, or a name and an address as in "Velvet Rope <no-reply@example.com>"',
      ),
  ),
  CONTACT_EMAIL: optional(z.email('must be an email address')),
  INBOUND_MAIL_ADDRESS: z.preprocess(
    blankIsUnset,
    z
      .email('must be an email address')
      .refine(
        (address) => address.indexOf('@') <= LOCAL_PART_LENGTH && !address.includes('+'),
        `must have at most ${LOCAL_PART_LENGTH} characters before the @, and no +`,
      )
      .toLowerCase()
      .optional(),
  ),
  INBOUND_MAIL_SECRET: z.preprocess(
    blankIsUnset,
    z.string().min(32, 'must be at least 32 characters long').optional(),
  ),
};

type Values = z.output<z.ZodObject<typeof mailEnvironment>>;

export type InboundMailConfig = {
  /** Replies ask for answers at this address, with a token after a plus sign. */
  address: string;
  /** Signs the calls of the service. */
  secret: string;
};

/** Reports the missing one of address and secret. */
export function checkMailEnvironment(
  { INBOUND_MAIL_ADDRESS: address, INBOUND_MAIL_SECRET: secret }: Values,
  context: z.RefinementCtx,
): void {
  if (Boolean(address) === Boolean(secret)) return;
  const [missing, present] = address
    ? ['INBOUND_MAIL_SECRET', 'INBOUND_MAIL_ADDRESS']
    : ['INBOUND_MAIL_ADDRESS', 'INBOUND_MAIL_SECRET'];
  context.addIssue({
    code: 'custom',
    path: [missing],
    message: `must be set together with ${present}`,
  });
}

export type MailConfig = {
  /** Without a server, each mail is written to a file in `<dataDir>/mail`. */
  smtp: SmtpServer | undefined;
  /** The sender in the format of a From header. */
  from: string;
  /** The recipient of contact messages. */
  contact: string | undefined;
  /** Receives the mails that answer replies; without it, they go to people. */
  inbound: InboundMailConfig | undefined;
};

/** Reads settings that passed {@link checkMailEnvironment}. */
export function readMail(values: Values, publicUrl: string): MailConfig {
  const { INBOUND_MAIL_ADDRESS: address, INBOUND_MAIL_SECRET: secret } = values;
  return {
    smtp: values.SMTP_URL,
    from: values.MAIL_FROM ?? `Velvet Rope <no-reply@${new URL(publicUrl).hostname}>`,
    contact: values.CONTACT_EMAIL,
    inbound: address && secret ? { address, secret } : undefined,
  };
}
