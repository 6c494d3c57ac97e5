import { ANSWER_WITHIN_HOURS, type APPLICATION_STATUSES } from './applications.schema.ts';

type State = { status: (typeof APPLICATION_STATUSES)[number]; isConverted: boolean };

const HOUR_MS = 60 * 60_000;

/** Only a pending application can be accepted or rejected. */
export const canReview = ({ status }: Pick<State, 'status'>): boolean => status === 'pending';

/** A rejection can be taken back; an acceptance cannot. */
export const canReopen = ({ status }: Pick<State, 'status'>): boolean => status === 'rejected';

/** An accepted application becomes one influencer. */
export const canConvert = ({ status, isConverted }: State): boolean =>
  status === 'accepted' && !isConverted;

/** Hours left of the time in which an answer was promised, at `now` in ms; below 0 it is late. */
export const hoursLeft = (createdAt: string, now: number): number =>
  ANSWER_WITHIN_HOURS - (now - Date.parse(createdAt)) / HOUR_MS;

/** Received before this instant (`now` in ms), a pending application is late. */
export const lateBefore = (now: number): Date => new Date(now - ANSWER_WITHIN_HOURS * HOUR_MS);
