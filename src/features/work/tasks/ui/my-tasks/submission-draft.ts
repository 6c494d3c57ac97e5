import { z } from 'zod';
import { SUBMISSION_METHODS } from '../../tasks.schema.ts';

const typedSchema = z.object({
  notes: z.string(),
  method: z.enum(SUBMISSION_METHODS).nullable(),
  customLink: z.string(),
  url: z.string(),
});
/** A submission as it is typed. */
export type TypedSubmission = z.infer<typeof typedSchema>;

const BLANK: TypedSubmission = { notes: '', method: null, customLink: '', url: '' };
const keyOf = (taskId: string) => `submission-${taskId}`;

/** What was typed for a task in this tab and not sent yet. */
export function readSubmission(taskId: string): TypedSubmission {
  try {
    return typedSchema.parse(JSON.parse(sessionStorage.getItem(keyOf(taskId)) ?? ''));
  } catch {
    return BLANK;
  }
}

/** Keeps what is typed until it is sent or the tab is closed. */
export function keepSubmission(taskId: string, typed: TypedSubmission): void {
  try {
    sessionStorage.setItem(keyOf(taskId), JSON.stringify(typed));
  } catch {
    // Without storage a reload starts anew.
  }
}

export function forgetSubmission(taskId: string): void {
  try {
    sessionStorage.removeItem(keyOf(taskId));
  } catch {
    // Nothing was kept.
  }
}
