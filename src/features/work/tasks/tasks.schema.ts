import { z } from 'zod';
import {
  MAXIMUM_FILES_PER_POST,
  studioMediaSchema,
} from '#src/features/content/media/media.schema.ts';
import { AI_USES, aiUseSchema } from '#src/features/content/publication-rule/ai-use.schema.ts';
import {
  ownerFilterSchema,
  ownerSchema,
} from '#src/features/identity/colleagues/colleagues.schema.ts';
import { tagFilterSchema, tagsSchema } from '#src/features/identity/tags/tags.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';
import { versionSchema } from '#src/lib/version.ts';
import { checkedItemSchema, checklistSchema, progressSchema } from './checklist.schema.ts';

/** 'rejected' exists only for tasks of earlier versions. */
export const TASK_STATUSES = [
  'assigned',
  'in_progress',
  'completed',
  'rejected',
  'failed',
  'cancelled',
] as const;

/** How work is submitted; 'Upload', the first choice: as files uploaded to the platform. */
export const SUBMISSION_METHODS = [
  'Upload',
  'WhatsApp',
  'Google Drive',
  'Email',
  'Custom Link',
] as const;

export const TITLE_MAXIMUM_LENGTH = 200;
export const DESCRIPTION_MAXIMUM_LENGTH = 5_000;
export const NOTES_MAXIMUM_LENGTH = 5_000;
/** Maximum length of a comment or reason of the back office. */
export const COMMENT_MAXIMUM_LENGTH = 2_000;
/** Maximum number of influencers who get the same task at once. */
export const MAXIMUM_ASSIGNEES = 100;
const LINK_MAXIMUM_LENGTH = 2_000;
/** The same maximum, so that the files of a task fit into one post. */
export const MAXIMUM_FILES_PER_TASK = MAXIMUM_FILES_PER_POST;

const text = (label: string, maximum: number, missing = `${label} must be text`) =>
  z.string(missing).trim().max(maximum, `${label} must be at most ${maximum} characters long`);

/** A text of the back office or an influencer that must not be blank. */
export function required(label: string, maximum: number, missing = `${label} is required`) {
  return text(label, maximum, missing).min(1, missing);
}

const BAD_LINK = 'Please enter a link that begins with https:// or http://';

/** Whether a text is an http(s) address, which excludes scripts. */
const isLink = (typed: string): boolean => {
  const url = /\s/.test(typed) ? null : URL.parse(typed);
  return url !== null && /^https?:$/.test(url.protocol);
};

const optionalLink = text('The link', LINK_MAXIMUM_LENGTH)
  .refine((typed) => typed === '' || isLink(typed), BAD_LINK)
  .nullish()
  .transform((typed) => typed || null);

const taskFieldsSchema = z.object({
  title: required('Title', TITLE_MAXIMUM_LENGTH),
  description: text('Description', DESCRIPTION_MAXIMUM_LENGTH)
    .nullish()
    .transform((typed) => typed || null),
  dueDate: z.iso
    .datetime('Please choose a date and time')
    .refine((at) => at > '2000' && at < '2200', 'Please choose a date in the next few years')
    .nullish()
    .transform((at) => at ?? null),
  checklist: checklistSchema.default([]),
});
/** A new task; each of the assignees gets a task of their own. */
export const newTaskSchema = taskFieldsSchema.extend({
  assignees: z
    .array(z.uuid('Assignee is required'), 'Assignee is required')
    .min(1, 'Assignee is required')
    .max(MAXIMUM_ASSIGNEES, `Choose at most ${MAXIMUM_ASSIGNEES} influencers`)
    .transform((ids) => [...new Set(ids)]),
});
export const taskChangeSchema = taskFieldsSchema.extend({
  assignedTo: z.uuid('Assignee is required'),
  version: versionSchema,
});

/** A task after a change. */
export const taskVersionSchema = z.object({ id: z.uuid(), version: versionSchema });

/** The new tasks, one for each assignee. */
export const createdTasksSchema = z.object({
  tasks: z.array(
    taskVersionSchema.extend({ assignee: z.object({ id: z.uuid(), fullName: z.string() }) }),
  ),
});

/** A submission of finished work. */
export const submissionSchema = z
  .object({
    notes: required('Notes', NOTES_MAXIMUM_LENGTH, 'Notes are required'),
    method: z.enum(SUBMISSION_METHODS, 'Submission method is required'),
    customLink: optionalLink,
    url: optionalLink,
    /** Ids of own uploaded files that are in use nowhere else. */
    mediaIds: z
      .array(z.uuid())
      .max(MAXIMUM_FILES_PER_TASK, `Maximum ${MAXIMUM_FILES_PER_TASK} files allowed`)
      .default([]),
    /** What AI made of the files; required with files. */
    aiUse: aiUseSchema.nullish().transform((stated) => stated ?? null),
  })
  .superRefine(({ method, customLink, mediaIds, aiUse }, context) => {
    if (method === 'Custom Link' && !customLink) {
      context.addIssue({
        code: 'custom',
        path: ['customLink'],
        message: 'Custom Link is required',
      });
    }
    if (method === 'Upload' && mediaIds.length === 0) {
      context.addIssue({ code: 'custom', path: ['mediaIds'], message: 'Upload at least one file' });
    }
    if (method === 'Upload' && !aiUse) {
      context.addIssue({ code: 'custom', path: ['aiUse'], message: 'Say whether AI was used' });
    }
  })
  .transform(({ customLink, mediaIds, aiUse, ...rest }) => ({
    ...rest,
    // Input for other methods is not submitted.
    customLink: rest.method === 'Custom Link' ? customLink : null,
    mediaIds: rest.method === 'Upload' ? mediaIds : [],
    aiUse: rest.method === 'Upload' ? aiUse : null,
  }));

export const taskRowSchema = z.object({
  id: z.uuid(),
  /** Required in every change; a change of an older version is refused. */
  version: versionSchema,
  title: z.string(),
  status: z.enum(TASK_STATUSES),
  dueDate: instantSchema.nullable(),
  createdAt: instantSchema,
  completedAt: instantSchema.nullable(),
  /** Time at which the task was closed or marked as failed, which makes it final. */
  closedAt: instantSchema.nullable(),
  assignee: z.object({ id: z.uuid(), fullName: z.string() }),
});
export type TaskRow = z.infer<typeof taskRowSchema>;

/** A submitted file, and the post that contains it. */
export const taskFileSchema = studioMediaSchema.extend({ postId: z.uuid().nullable() });
export type TaskFile = z.infer<typeof taskFileSchema>;

/** The decisions of the back office on a task, in its history. */
export const TASK_DECISIONS = [
  'changes_requested',
  'closed',
  'failed',
  'cancelled',
  'reopened',
] as const;
export type TaskDecisionKind = (typeof TASK_DECISIONS)[number];

export const taskDecisionSchema = z.object({
  kind: z.enum(TASK_DECISIONS),
  comment: z.string().nullable(),
  /** Name of the user who decided; null also if that user was deleted. */
  by: z.string().nullable(),
  at: instantSchema,
});

const submissionFieldsSchema = z.object({
  notes: z.string(),
  method: z.enum(SUBMISSION_METHODS).nullable(),
  customLink: z.string().nullable(),
  url: z.string().nullable(),
  /** What AI made of the files; null without files, and for submissions from before that was required. */
  aiUse: z.enum(AI_USES).nullable(),
});

/** One submission of a task, as it was submitted. */
export const taskRoundSchema = submissionFieldsSchema.extend({
  /** Counted from 1. */
  number: z.int(),
  at: instantSchema,
  /** The files of the round, which may have left the task since; with the comment on each. */
  files: z.array(z.object({ id: z.uuid(), fileName: z.string(), comment: z.string().nullable() })),
});
export type TaskRound = z.infer<typeof taskRoundSchema>;

export const taskSchema = taskRowSchema.extend({
  description: z.string().nullable(),
  checklist: z.array(checkedItemSchema),
  /** Name of the user who assigned the task; null also if that user was deleted. */
  assignedBy: z.string().nullable(),
  /** Name of the user who closed the task or marked it as failed; null also if that user was deleted. */
  closedBy: z.string().nullable(),
  /** The latest submission. */
  submission: submissionFieldsSchema.nullable(),
  /** Files of the latest submission. */
  files: z.array(taskFileSchema),
  /** All submissions, the oldest first. */
  rounds: z.array(taskRoundSchema),
  /** All decisions, the oldest first. */
  decisions: z.array(taskDecisionSchema),
});
export type Task = z.infer<typeof taskSchema>;

/** A task with the media token for its files (lib/media-links.ts). */
export const openedTaskSchema = z.object({
  task: taskSchema,
  mediaToken: z.string(),
  /** The responsible colleague; influencers get null. */
  owner: ownerSchema,
  /** Influencers get none. */
  tags: tagsSchema,
});
export type OpenedTask = z.infer<typeof openedTaskSchema>;

/**
 * Filters of the list: stages, and groups of them. 'open': assigned or in progress; 'overdue': open
 * after the due date; 'review': submitted and not closed yet.
 */
export const TASK_FILTERS = [
  'open',
  'overdue',
  'review',
  'assigned',
  'in_progress',
  'closed',
  'failed',
  'rejected',
  'cancelled',
] as const;
export type TaskFilter = (typeof TASK_FILTERS)[number];

const SORTS = ['newest', 'due', 'title', 'submitted'] as const;
export type TaskSort = (typeof SORTS)[number];

export const taskQuerySchema = z.object({
  ...listingShape(SORTS, '-newest'),
  status: z.enum(TASK_FILTERS).optional(),
  assignedTo: z.uuid().optional(),
  owner: ownerFilterSchema,
  tag: tagFilterSchema,
});
/** A task that a file of the vault was submitted for. */
export const taskOfFileSchema = taskRowSchema.pick({
  id: true,
  title: true,
  status: true,
  dueDate: true,
});
export type TaskQuery = z.output<typeof taskQuerySchema>;
/** A row of the back office; `progress` is that of the checklist. */
export const ownedTaskRowSchema = taskRowSchema.extend({
  owner: ownerSchema,
  progress: progressSchema,
  tags: tagsSchema,
});
export const taskPageSchema = listPageSchema(ownedTaskRowSchema);

export const taskCountsSchema = z.object({
  all: z.int(),
  open: z.int(),
  overdue: z.int(),
  review: z.int(),
  assigned: z.int(),
  in_progress: z.int(),
  closed: z.int(),
  failed: z.int(),
  rejected: z.int(),
  cancelled: z.int(),
});
export type TaskCounts = z.infer<typeof taskCountsSchema>;

/** Selects an influencer's open tasks, by due date, or the finished ones. */
export const ownTaskQuerySchema = z.object({
  part: z.enum(['open', 'done']),
  after: z.string().max(600).optional(),
});
export const ownTaskPageSchema = z.object({
  tasks: z.array(taskSchema),
  total: z.int(),
  next: z.string().nullable(),
  mediaToken: z.string(),
});
