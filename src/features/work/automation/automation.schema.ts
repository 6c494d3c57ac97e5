import { z } from 'zod';
import { tagSchema } from '#src/features/identity/tags/tags.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/** When a rule acts: on influencers, or for `payment_failed` on fans. */
export const RULE_TRIGGERS = [
  'influencer_created',
  'no_post',
  'interval',
  'payment_failed',
] as const;
export type RuleTrigger = (typeof RULE_TRIGGERS)[number];

/** The triggers with a number of days. */
export const DAYS_TRIGGERS: readonly RuleTrigger[] = ['no_post', 'interval'];

export const RULE_ACTIONS = ['create_task', 'add_note'] as const;

const NAME_MAXIMUM_LENGTH = 80;
const NOTE_MAXIMUM_LENGTH = 1_000;
const MAXIMUM_DAYS = 365;
/** A rule acts for at most so many people each time it is checked. */
export const RULE_BATCH = 100;

const ruleShape = {
  name: z
    .string('Name is required')
    .trim()
    .min(1, 'Name is required')
    .max(NAME_MAXIMUM_LENGTH, `The name must be at most ${NAME_MAXIMUM_LENGTH} characters`),
  trigger: z.enum(RULE_TRIGGERS),
  /** For `no_post` the days of silence, for `interval` the days between two tasks. */
  days: z
    .int('Enter a whole number of days')
    .min(1, 'At least one day')
    .max(MAXIMUM_DAYS, `At most ${MAXIMUM_DAYS} days`)
    .nullable(),
  /** The rule acts only for people with this tag; null for everyone. */
  tag: tagSchema.nullable(),
  action: z.enum(RULE_ACTIONS),
  templateId: z.uuid('Choose a template').nullable(),
  note: z
    .string('The note must be text')
    .trim()
    .max(NOTE_MAXIMUM_LENGTH, 'A note must be at most 1,000 characters long'),
  isActive: z.boolean(),
};

export const newRuleSchema = z.object(ruleShape).superRefine((rule, context) => {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (DAYS_TRIGGERS.includes(rule.trigger) !== (rule.days !== null)) {
    refuse('days', rule.days === null ? 'Enter a number of days' : 'This trigger has no days');
  }
  if (rule.action === 'create_task' && rule.templateId === null) {
    refuse('templateId', 'Choose a template');
  }
  if (rule.action === 'create_task' && rule.trigger === 'payment_failed') {
    refuse('action', 'Fans have no tasks; add a note instead');
  }
  if (rule.action === 'add_note' && rule.note === '') refuse('note', 'Write the note');
});
export type NewRule = z.output<typeof newRuleSchema>;

export const ruleSchema = z.object({
  ...ruleShape,
  id: z.uuid(),
  /** The name of the template. */
  templateName: z.string().nullable(),
  /** How often it has acted, up to 1,001. */
  runs: z.int(),
});
export type Rule = z.infer<typeof ruleSchema>;

/** For whom a rule would act now. */
export const rulePreviewSchema = z.object({
  /** Up to 1,001. */
  count: z.int(),
  /** The first of them. */
  people: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type RulePreview = z.infer<typeof rulePreviewSchema>;

/** What a rule did, or why it could not. */
export const ruleRunSchema = z.object({
  id: z.uuid(),
  ruleName: z.string(),
  person: z.object({ id: z.uuid(), name: z.string() }),
  isDone: z.boolean(),
  /** The title of the task, the note, or the reason of a failure. */
  detail: z.string(),
  taskId: z.uuid().nullable(),
  at: instantSchema,
});
export type RuleRun = z.infer<typeof ruleRunSchema>;

export const ruleRunsQuerySchema = z.object({ after: listingShape(['newest'], '-newest').after });
export const ruleRunsSchema = listPageSchema(ruleRunSchema);
