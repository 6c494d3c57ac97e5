import { ANSWER_WITHIN_HOURS, type APPLICATION_STATUSES } from './applications.schema.ts';

type State = { status: (typeof APPLICATION_STATUSES)[number]; isConverted: boolean };

const HOUR_MS = 60 * 60_000;

/** Only a pending application can be accepted or rejected. */
export const canReview = ({ status }: Pick<State, 'status'>): boolean => status === 'pending';

/** A rejection can be reopened; an acceptance cannot. */
export const canReopen = ({ status }: Pick<State, 'status'>): boolean => status === 'rejected';

/** An accepted application can be converted into one influencer. */
export const canConvert = ({ status, isConverted }: State): boolean =>
  status === 'accepted' && !isConverted;

/** Hours left to answer in the promised time, at `now` in ms; negative when late. */
export const hoursLeft = (createdAt: string, now: number): number =>
  ANSWER_WITHIN_HOURS - (now - Date.parse(createdAt)) / HOUR_MS;

/** Pending applications received before this instant are late (`now` in ms). */
export const lateBefore = (now: number): Date => new Date(now - ANSWER_WITHIN_HOURS * HOUR_MS);
