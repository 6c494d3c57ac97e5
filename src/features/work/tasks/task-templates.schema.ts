import { z } from 'zod';
import { checklistSchema } from './checklist.schema.ts';
import { DESCRIPTION_MAXIMUM_LENGTH, required, TITLE_MAXIMUM_LENGTH } from './tasks.schema.ts';

const NAME_MAXIMUM_LENGTH = 80;
const MAXIMUM_DUE_DAYS = 365;

/** A task that comes back again and again. */
export const newTaskTemplateSchema = z.object({
  name: required('Name', NAME_MAXIMUM_LENGTH),
  title: required('Title', TITLE_MAXIMUM_LENGTH),
  description: z
    .string('Description must be text')
    .trim()
    .max(
      DESCRIPTION_MAXIMUM_LENGTH,
      `Description must be at most ${DESCRIPTION_MAXIMUM_LENGTH} characters long`,
    ),
  /** Days from the creation of the task to its due date; null without one. */
  dueDays: z
    .int('Enter a whole number of days')
    .min(1, 'At least one day')
    .max(MAXIMUM_DUE_DAYS, `At most ${MAXIMUM_DUE_DAYS} days`)
    .nullable(),
  checklist: checklistSchema.default([]),
});
export type NewTaskTemplate = z.output<typeof newTaskTemplateSchema>;

export const taskTemplateSchema = newTaskTemplateSchema.extend({ id: z.uuid() });
export type TaskTemplate = z.infer<typeof taskTemplateSchema>;
