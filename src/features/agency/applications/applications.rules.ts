import type { APPLICATION_STATUSES } from './applications.schema.ts';

/** The time in which the team promises an answer. */
export const ANSWER_WITHIN_HOURS = 48;

type State = { status: (typeof APPLICATION_STATUSES)[number]; isConverted: boolean };

const HOUR_MS = 60 * 60_000;

/** Only a pending application can be accepted or rejected. */
export function canReview({ status }: Pick<State, 'status'>): boolean {
  return status === 'pending';
}

/** A decision can be reopened until the application is converted. */
export function canReopen({ status, isConverted }: State): boolean {
  return status !== 'pending' && !isConverted;
}

/** An accepted application can be converted into one influencer. */
export function canConvert({ status, isConverted }: State): boolean {
  return status === 'accepted' && !isConverted;
}

/** Hours left to answer in the promised time, at `now` in ms; negative when late. */
export function hoursLeft(createdAt: string, now: number): number {
  return ANSWER_WITHIN_HOURS - (now - Date.parse(createdAt)) / HOUR_MS;
}

/** Pending applications received before this instant are late (`now` in ms). */
export function lateBefore(now: number): Date {
  return new Date(now - ANSWER_WITHIN_HOURS * HOUR_MS);
}
