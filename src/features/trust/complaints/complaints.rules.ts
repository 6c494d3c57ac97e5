import { addBusinessDays, addHours } from '#src/features/trust/clocks/clocks.rules.ts';
import { BUSINESS_ZONE, HOLIDAYS } from '#src/features/trust/clocks/holidays.ts';
import { truncateAtWord } from '#src/lib/text.ts';
import type { ComplaintKind, Outcome, Party } from './complaints.schema.ts';

/** Kinds with a deadline in elapsed hours, which nothing pauses. */
const DEADLINE_HOURS: Partial<Record<ComplaintKind, number>> = { minor: 24, non_consensual: 48 };
export const BUSINESS_DAYS = 7;

const businessDaysAfter = (start: Date, days: number) =>
  addBusinessDays(start, days, { timeZone: BUSINESS_ZONE, holidays: HOLIDAYS });

/** Until when a complaint has to be decided. */
export function deadlineOf(kind: ComplaintKind, receivedAt: Date): Date {
  const hours = DEADLINE_HOURS[kind];
  return hours === undefined
    ? businessDaysAfter(receivedAt, BUSINESS_DAYS)
    : addHours(receivedAt, hours);
}

/** Within how many months after a decision an appeal against it is possible. */
export const APPEAL_MONTHS = 6;

/** Business days after a counter-notice before which nothing is restored, and until which it is (17 U.S.C. § 512(g)(2)(C)). */
const COUNTER_NOTICE_DAYS = { earliest: 10, latest: 14 };

/** Whether an appeal has to be a counter-notice: that of the influencer against a copyright claim. */
export function isCounterNotice(kind: ComplaintKind, party: Party): boolean {
  return kind === 'copyright' && party === 'influencer';
}

/** Until when an appeal has to be decided, and from when it can restore a post if not at once. */
export function appealTimes(
  appealedAt: Date,
  { kind, party }: { kind: ComplaintKind; party: Party },
): { dueAt: Date; restorableFrom: Date | null } {
  if (!isCounterNotice(kind, party)) {
    return { dueAt: businessDaysAfter(appealedAt, BUSINESS_DAYS), restorableFrom: null };
  }
  const { earliest, latest } = COUNTER_NOTICE_DAYS;
  return {
    dueAt: businessDaysAfter(appealedAt, latest),
    restorableFrom: businessDaysAfter(appealedAt, earliest),
  };
}

/** Who can appeal against an outcome. */
export function appellantOf(outcome: Outcome): Party {
  return outcome === 'removed' ? 'influencer' : 'reporter';
}

/** Whether the deadline moves while the reporter has to answer a question. */
export function pausesForQuestions(kind: ComplaintKind): boolean {
  return DEADLINE_HOURS[kind] === undefined;
}

/** Within what time a complaint of this kind is decided, for people. */
export function deadlineText(kind: ComplaintKind): string {
  const hours = DEADLINE_HOURS[kind];
  return hours === undefined ? `${BUSINESS_DAYS} business days` : `${hours} hours`;
}

/** Whether a report of this kind hides a post before anybody has looked at it. */
export function hidesAtOnce(kind: ComplaintKind): boolean {
  return kind === 'minor';
}

/** How many reports of one reporter hide a post at once within a day, and of one network within an hour. */
export const REPORTER_LIMIT = 3;
export const NETWORK_LIMIT = 5;

/** How many posts of an influencer with so many posts are hidden at once within a day. */
export function postsHiddenPerDay(posts: number): number {
  return Math.max(5, Math.floor(posts / 10));
}

/** When a report above these limits hides its post by itself: the job is done before 15 minutes are over. */
export const HIDING_WAIT_MINUTES = 14;

export const KIND_LABELS: Record<ComplaintKind, string> = {
  minor: 'Someone under 18',
  non_consensual: 'Intimate content without consent',
  illegal: 'Illegal content',
  withdrawal: 'I’m shown and no longer agree',
  copyright: 'Copyright (DMCA)',
  privacy: 'Privacy',
  impersonation: 'Impersonation',
  other: 'Something else',
};

export const OUTCOME_LABELS: Record<Outcome, string> = {
  removed: 'Removed',
  no_action: 'No action',
};

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;
const MAXIMUM_IDS = 20;

/** What a reported address may lead to: ids of posts or people, and the name of a public page. */
export function readReportedAddress(address: string): { ids: string[]; publicUrl: string | null } {
  const ids = [...new Set(address.match(UUID) ?? [])].slice(0, MAXIMUM_IDS);
  const path = address.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/^\//, '');
  const publicUrl = /^[a-z\d-]{1,100}(?=$|[/?#])/i.exec(path)?.[0].toLowerCase() ?? null;
  return { ids: ids.map((id) => id.toLowerCase()), publicUrl };
}

const CAPTION_LENGTH = 80;

/** What a complaint calls a post. */
export function labelOfPost(fullName: string, caption: string): string {
  return `Post of ${fullName}: ${truncateAtWord(caption, CAPTION_LENGTH)}`;
}

/** The reference of a complaint that people can quote: "RP-6F1E2D3C". */
export function complaintReference(complaintId: string): string {
  return `RP-${complaintId.slice(0, 8).toUpperCase()}`;
}

const REFERENCE = /^RP-([\da-f]{8})$/i;

/** The first and the last id that a searched reference can belong to; null for any other text. */
export function idsOfReference(text: string): { first: string; last: string } | null {
  const start = REFERENCE.exec(text.trim())?.[1]?.toLowerCase();
  if (!start) return null;
  return {
    first: `${start}-0000-0000-0000-000000000000`,
    last: `${start}-ffff-ffff-ffff-ffffffffffff`,
  };
}
