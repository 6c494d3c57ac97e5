import type { AiLabel, AiUse } from './ai-use.schema.ts';

/** The answers to the question whether AI was used. */
export const AI_USE_LABELS: Record<AiUse, string> = {
  none: 'No AI',
  altered: 'Altered with AI',
  generated: 'Generated with AI',
};

/** The label of a post, which those without AI do not have. */
export function labelOf(aiUse: AiUse | null): AiLabel | null {
  return aiUse === 'none' ? null : aiUse;
}

export const AI_LABEL_TEXTS: Record<AiLabel, string> = {
  altered: 'AI-altered',
  generated: 'AI-generated',
};
