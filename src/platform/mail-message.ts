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

/** A mail as data; its words and looks are made when it is sent. */
export const mailSchema = z.object({
  to: z.email(),
  replyTo: z.email().optional(),
  subject: headerLine,
  heading: z.string(),
  /** A line break within a paragraph is kept. */
  paragraphs: z.array(z.string()),
  action: z.object({ label: z.string(), url: z.url({ protocol: /^https?$/ }) }).optional(),
  footnote: z.string().optional(),
});
export type Mail = z.input<typeof mailSchema>;
