import { z } from 'zod';

/** What AI made of the pictures, videos and voices of a post: nothing, a change of them, or them. */
export const AI_USES = ['none', 'altered', 'generated'] as const;
export type AiUse = (typeof AI_USES)[number];

export const aiUseSchema = z.enum(AI_USES, 'Say whether AI was used');

/** Of a post: not stated is a state of its own, which never replaces a statement. */
export const postAiUseSchema = aiUseSchema.nullish().transform((stated) => stated ?? undefined);

/** What everybody who sees a post is shown; posts without AI have no label. */
export const AI_LABELS = ['altered', 'generated'] as const;
export type AiLabel = (typeof AI_LABELS)[number];
