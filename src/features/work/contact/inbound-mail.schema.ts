import { z } from 'zod';

/** Longer mails are cut. */
export const INBOUND_TEXT_LIMIT = 20_000;

/** A received mail, as the service that receives it sends it to us. */
export const inboundMailSchema = z.object({
  /** Its Message-ID header, by which a mail is stored once. */
  messageId: z.string().regex(/^[\x21-\x7e]{1,500}$/),
  /** The address of its sender. */
  from: z.email().max(254).toLowerCase(),
  /** The addresses that it was delivered to. */
  to: z.array(z.string().max(320)).min(1).max(100),
  /** Its plain text. */
  text: z.string(),
  /** Its Auto-Submitted header, if it has one. */
  autoSubmitted: z.string().max(200).nullish(),
});
