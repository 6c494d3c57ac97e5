import { z } from 'zod';
import { versionSchema } from '#src/lib/version.ts';
import { COMMENT_MAXIMUM_LENGTH, MAXIMUM_FILES_PER_TASK, required } from './tasks.schema.ts';

/** A request for changes: a comment for the task, and optional ones for files of its last round. */
export const changesRequestSchema = z.object({
  comment: required('The comment', COMMENT_MAXIMUM_LENGTH, 'Please describe what should change'),
  files: z
    .array(z.object({ id: z.uuid(), comment: required('The comment', COMMENT_MAXIMUM_LENGTH) }))
    .max(MAXIMUM_FILES_PER_TASK)
    .default([])
    .refine(
      (files) => new Set(files.map(({ id }) => id)).size === files.length,
      'One comment per file, please',
    ),
});
export type ChangesRequest = z.output<typeof changesRequestSchema>;

/** Why a task failed, was cancelled or is reopened. */
export const reasonSchema = z.object({
  reason: required('The reason', COMMENT_MAXIMUM_LENGTH, 'Please give a reason'),
});

/** The version of the task after the decision to undo. */
export const undoSchema = z.object({ version: versionSchema });
