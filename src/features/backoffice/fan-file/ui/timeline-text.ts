import { changeText } from '#src/features/backoffice/audit/audit.rules.ts';
import { END_REASON_LABELS } from '#src/features/money/subscribers/ui/subscriber-state.tsx';
import type { EndReason } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { AUDIT_ACTIONS } from '#src/lib/audit-actions.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { isolateBidi, truncateAtWord } from '#src/lib/text.ts';
import type { TimelineEntry, TimelineKind } from '../fan-file.schema.ts';

const CAPTION_LENGTH = 110;

/** The title of an event and a second line. */
type EntryText = { title: string; detail?: string | null };

const PAYMENT_ENDS: Record<string, string> = {
  failed: ' failed',
  partly_refunded: ', partly refunded since',
  refunded: ', refunded since',
  disputed: ', disputed since',
};

const REVERSALS: Record<string, (sum: string) => string> = {
  refund: (sum) => `Refund of ${sum}`,
  refund_failed: (sum) => `Refund of ${sum} failed`,
  dispute: (sum) => `Payment of ${sum} disputed by the bank`,
  dispute_won: (sum) => `Dispute of ${sum} won`,
};

const influencerOf = ({ influencerName }: TimelineEntry): string =>
  influencerName ? isolateBidi(influencerName) : 'a deleted influencer';

const amountOf = ({ amountCents }: TimelineEntry): string => formatCents(amountCents ?? 0);

function reversalText(entry: TimelineEntry): EntryText {
  const sum = `${formatCents(Math.abs(entry.amountCents ?? 0))} for ${influencerOf(entry)}`;
  return { title: REVERSALS[entry.event]!(sum) };
}

function subscriptionText(entry: TimelineEntry): EntryText {
  const influencer = influencerOf(entry);
  return entry.event === 'subscribed'
    ? { title: `Subscribed to ${influencer}`, detail: `${amountOf(entry)} a month` }
    : {
        title: `Subscription to ${influencer} ended`,
        detail: END_REASON_LABELS[entry.event as EndReason],
      };
}

function auditText({ event, text }: TimelineEntry): EntryText {
  const action = AUDIT_ACTIONS.find((known) => known === event) ?? 'changed';
  const part = { action, entity: 'users', entityId: '', label: '' };
  const { verb, kind } = changeText({ operation: text ?? '', parts: [part] });
  return { title: `${verb} ${kind}`.trim() };
}

const TEXTS: Record<TimelineKind, (entry: TimelineEntry) => EntryText> = {
  payment: (entry) => ({
    title: `Payment of ${amountOf(entry)} for ${influencerOf(entry)}${PAYMENT_ENDS[entry.event] ?? ''}`,
  }),
  refund: reversalText,
  subscription: subscriptionText,
  note: ({ text }) => ({ title: 'Note', detail: text }),
  message: ({ event, text }) => ({ title: `Message: ${event}`, detail: text }),
  view: (entry) => ({
    title: `Saw a post of ${influencerOf(entry)}`,
    detail: truncateAtWord(entry.text ?? '', CAPTION_LENGTH),
  }),
  account: ({ event, text }) =>
    event === 'joined' ? { title: 'Joined' } : { title: 'Signed in', detail: text },
  change: auditText,
};

/** What an event of the timeline says. */
export function timelineText(entry: TimelineEntry): EntryText {
  return TEXTS[entry.kind](entry);
}
