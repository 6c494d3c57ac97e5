import { z } from 'zod';

/** A header line: characters that could start another header become spaces. */
const headerLine = z
  .string()
  .transform((text) =>
    text
      .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim()
      .slice(0, 200),
  )
  .pipe(z.string().min(1));

const address = z.url({ protocol: /^https?$/ });
const link = z.object({ label: z.string(), url: address });
/** A labeled link: the button of a mail, or a line below its footnote. */
export type MailLink = z.infer<typeof link>;

/** A link whose address is created when the mail is sent, so that no queue contains it. */
const secretLink = z.object({ label: z.string(), kind: z.string(), subject: z.string() });
export type SecretLink = z.infer<typeof secretLink>;

/** A mail as data; text and HTML are rendered when it is sent. */
export const mailSchema = z.object({
  to: z.email(),
  replyTo: z.email().optional(),
  subject: headerLine,
  /** The record that the mail is about, if its delivery is to be proved later. */
  recordId: z.uuid().optional(),
  /** For a mail that a person wrote: the Message-IDs of the earlier mails that it continues. */
  conversation: z.object({ references: z.array(headerLine) }).optional(),
  heading: z.string(),
  /** Line breaks within a paragraph are preserved. */
  paragraphs: z.array(z.string()),
  /** Labeled values below the paragraphs. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
  /** The button, which may have a secret address. */
  action: z.union([link, secretLink]).optional(),
  footnote: z.string().optional(),
  /** A link below the footnote with a secret address. */
  secretLink: secretLink.optional(),
  /**
   * For a mail that its recipient can switch off: why they receive it, and the subject of the
   * unsubscribe link, created when the mail is sent.
   */
  optional: z.object({ reason: z.string(), subject: z.string() }).optional(),
});
export type Mail = z.input<typeof mailSchema>;

/** The visible parts of a mail. */
export type MailContent = Pick<
  z.output<typeof mailSchema>,
  'heading' | 'paragraphs' | 'facts' | 'footnote'
> & {
  action?: MailLink | undefined;
  link?: MailLink | undefined;
  unsubscribe?: UnsubscribeLinks | undefined;
};

/** The footer of a mail that its recipient can switch off. */
export type UnsubscribeLinks = {
  reason: string;
  preferencesUrl: string;
  /** The page with a button to unsubscribe. */
  pageUrl: string;
};
