import { z } from 'zod';

/** With the token of a conversation, the part before the @ must have at most 64 characters. */
const LOCAL_PART_LENGTH = 11;

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);

/** The variables of the service that receives mails. */
export const inboundEnvironment = {
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

type Values = z.output<z.ZodObject<typeof inboundEnvironment>>;

export type InboundMailConfig = {
  /** Replies ask for answers at this address, with a token after a plus sign. */
  address: string;
  /** Signs the calls of the service. */
  secret: string;
};

/** Reports the missing one of address and secret. */
export function checkInboundEnvironment(
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

export function readInboundMail({
  INBOUND_MAIL_ADDRESS: address,
  INBOUND_MAIL_SECRET: secret,
}: Values): InboundMailConfig | undefined {
  return address && secret ? { address, secret } : undefined;
}
