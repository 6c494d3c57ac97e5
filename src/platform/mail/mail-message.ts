import { z } from 'zod';

/** A line of a header: what could begin another header becomes a space. */
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
/** A link with words of its own: the button of a mail, or a line below its footnote. */
export type MailLink = z.infer<typeof link>;

/** A mail as data; its words and looks are made when it is sent. */
export const mailSchema = z.object({
  to: z.email(),
  replyTo: z.email().optional(),
  subject: headerLine,
  heading: z.string(),
  /** A line break within a paragraph is kept. */
  paragraphs: z.array(z.string()),
  /** What it is about in figures and names, after the paragraphs. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
  action: link.optional(),
  footnote: z.string().optional(),
  /** A link below the footnote whose address is a secret: made when the mail is sent. */
  secretLink: z.object({ label: z.string(), kind: z.string(), subject: z.string() }).optional(),
});
export type Mail = z.input<typeof mailSchema>;

/** What of a mail is seen by who opens it. */
export type MailContent = Pick<
  z.output<typeof mailSchema>,
  'heading' | 'paragraphs' | 'facts' | 'action' | 'footnote'
> & { link?: MailLink | undefined };
