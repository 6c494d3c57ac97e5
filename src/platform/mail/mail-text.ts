import type { MailContent, MailLink } from './mail-message.ts';

const linkText = ({ label, url }: MailLink): string => `${label}:\n${url}`;

/** Renders the plain-text part of a mail. */
export function renderMailText(
  { heading, paragraphs, facts, action, footnote, link, unsubscribe }: MailContent,
  publicUrl: string,
): string {
  return [
    heading,
    ...paragraphs,
    ...(facts ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [linkText(action)] : []),
    ...(footnote ? [footnote] : []),
    ...(link ? [linkText(link)] : []),
    ...(unsubscribe
      ? [
          unsubscribe.reason,
          linkText({ label: 'Email preferences', url: unsubscribe.preferencesUrl }),
          linkText({ label: 'Unsubscribe', url: unsubscribe.pageUrl }),
        ]
      : []),
    `-- \nVelvet Rope\n${publicUrl}`,
  ].join('\n\n');
}
