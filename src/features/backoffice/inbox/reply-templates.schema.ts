import { z } from 'zod';
import { REPLY_MAXIMUM_LENGTH } from '#src/features/work/contact/conversation.schema.ts';
import { versionSchema } from '#src/lib/version.ts';

/** The maximum number of templates. */
export const TEMPLATE_LIMIT = 200;
export const TEMPLATE_NAME_MAXIMUM_LENGTH = 60;

/** A reply that can be used again; everybody in the back office shares it. */
export const newReplyTemplateSchema = z.object({
  title: z
    .string('Name is required')
    .trim()
    .min(1, 'Name is required')
    .max(
      TEMPLATE_NAME_MAXIMUM_LENGTH,
      `The name must be at most ${TEMPLATE_NAME_MAXIMUM_LENGTH} characters`,
    ),
  text: z
    .string('Text is required')
    .trim()
    .min(1, 'Text is required')
    .max(REPLY_MAXIMUM_LENGTH, 'The text can have at most 10,000 characters'),
});
export type NewReplyTemplate = z.output<typeof newReplyTemplateSchema>;

/** A change of the given version. */
export const replyTemplateChangesSchema = newReplyTemplateSchema.extend({ version: versionSchema });

export const replyTemplateSchema = newReplyTemplateSchema.extend({
  id: z.uuid(),
  version: versionSchema,
});
export type ReplyTemplate = z.infer<typeof replyTemplateSchema>;

export const replyTemplatesSchema = z.object({ templates: z.array(replyTemplateSchema) });
