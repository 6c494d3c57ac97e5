import {
  ANSWER_HOURS,
  URGENT_HOURS,
  URGENT_TOPICS,
  type MessageState,
  type MessageTopic,
} from './contact.schema.ts';
import type { ConversationEntry } from './conversation.schema.ts';

/** Within how many hours the team answers a message about a topic. */
export function answerHours(topic: MessageTopic): number {
  return URGENT_TOPICS.includes(topic) ? URGENT_HOURS : ANSWER_HOURS;
}

/** Whether a message about a topic is a report, which may quote terms that others must not use. */
export function isReport(topic: MessageTopic): boolean {
  return URGENT_TOPICS.includes(topic);
}

type Closing<Instant> = { answeredAt: Instant | null; archivedAt: Instant | null };

export function messageState<Instant>({ answeredAt, archivedAt }: Closing<Instant>): MessageState {
  if (archivedAt !== null) return 'archived';
  return answeredAt === null ? 'open' : 'answered';
}

/** The progress of the mail of a reply. */
export type Delivery = 'sending' | 'delayed' | 'failed' | 'sent';

export function deliveryOf(
  entry: Pick<ConversationEntry, 'sentAt' | 'failedAt' | 'failure'>,
): Delivery {
  if (entry.sentAt !== null) return 'sent';
  if (entry.failedAt !== null) return 'failed';
  return entry.failure === null ? 'sending' : 'delayed';
}

// Everything below such a line repeats an earlier mail.
const REPEATS_ALL = /^-{2,} ?(original message|forwarded message)|^_{20,}$/i;
// "On 12 November Ada wrote:", in any language: it contains a date.
const INTRODUCTION = /^(?=.*\d).{3,300}:$/;

const isQuoted = (line: string) => line.startsWith('>');
const isBlank = (line: string) => line.trim() === '';

/** The first line of the part at the end that consists of quoted lines, or the number of lines. */
function startOfQuotes(lines: readonly string[]): number {
  let start = lines.length;
  while (start > 0 && (isQuoted(lines[start - 1]!) || isBlank(lines[start - 1]!))) start--;
  if (!lines.slice(start).some(isQuoted)) return lines.length;
  // Mail programs break a long introduction into two lines.
  const introduction = [1, 2].find((count) => {
    const candidate = lines.slice(Math.max(start - count, 0), start);
    return !candidate.some(isBlank) && INTRODUCTION.test(candidate.join(' ').trim());
  });
  return start - (introduction ?? 0);
}

/**
 * Separates the end of a mail that repeats earlier mails. Answers between quoted lines stay in the text.
 */
export function splitQuotedText(mail: string): { text: string; quoted: string | null } {
  const lines = mail.replaceAll(/\r\n?/g, '\n').split('\n');
  const repeated = lines.findIndex((line) => REPEATS_ALL.test(line.trim()));
  const start = Math.min(repeated === -1 ? lines.length : repeated, startOfQuotes(lines));
  const text = lines.slice(0, start).join('\n').trim();
  const quoted = lines.slice(start).join('\n').trim();
  // A mail that only quotes is shown as it is.
  return text && quoted ? { text, quoted } : { text: mail.trim(), quoted: null };
}
