import { z } from 'zod';
import { AI_USES } from '#src/features/content/publication-rule/ai-use.schema.ts';
import { SUBMISSION_METHODS } from '../../tasks.schema.ts';

const submissionDraftSchema = z.object({
  notes: z.string(),
  method: z.enum(SUBMISSION_METHODS).nullable(),
  customLink: z.string(),
  url: z.string(),
  aiUse: z.enum(AI_USES).nullable().default(null),
});
/** The input of a submission. */
export type SubmissionDraft = z.infer<typeof submissionDraftSchema>;

const keyOf = (taskId: string) => `submission-${taskId}`;

/** Reads the submission draft of a task in this tab; null without one. */
export function readSubmissionDraft(taskId: string): SubmissionDraft | null {
  try {
    return submissionDraftSchema.parse(JSON.parse(sessionStorage.getItem(keyOf(taskId)) ?? ''));
  } catch {
    return null;
  }
}

/** Stores a draft until it is submitted or the tab is closed. */
export function storeSubmissionDraft(taskId: string, draft: SubmissionDraft): void {
  try {
    sessionStorage.setItem(keyOf(taskId), JSON.stringify(draft));
  } catch {
    // Without storage a reload loses the draft.
  }
}

export function deleteSubmissionDraft(taskId: string): void {
  try {
    sessionStorage.removeItem(keyOf(taskId));
  } catch {
    // Without storage there is no draft.
  }
}
