import type { Mail } from './mail-message.ts';

type Content = Omit<Mail, 'to' | 'replyTo' | 'subject'>;

/** The plain-text half of a mail. */
export const mailText = (
  { heading, paragraphs, action, footnote }: Content,
  publicUrl: string,
): string =>
  [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(footnote ? [footnote] : []),
    `-- \nVelvet Rope\n${publicUrl}`,
  ].join('\n\n');
