import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { AI_USE_LABELS } from '#src/features/content/publication-rule/ai-use.rules.ts';
import { AI_USES, type AiUse } from '#src/features/content/publication-rule/ai-use.schema.ts';
import styles from './ai-use-select.module.css';

/** What AI made of a post, as options. */
export const AI_USE_OPTIONS = AI_USES.map((value) => ({ value, label: AI_USE_LABELS[value] }));

type AiUseSelectProps = {
  value: AiUse | null;
  error?: ReactNode;
  /** For the statement with which an influencer hands in files. */
  isRequired?: boolean;
  onChange: (aiUse: AiUse) => void;
};

/** Asks whether AI made or altered what a post shows. Not stated is a state of its own. */
export function AiUseSelect({ value, error, isRequired = false, onChange }: AiUseSelectProps) {
  return (
    <Select
      id="ai-use"
      className={styles.aiUse}
      label="Use of AI"
      description="Fans see a label if AI generated or altered what is shown or heard."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk={isRequired}
      allowDeselect={false}
      placeholder={isRequired ? 'Was AI used?' : 'Not stated'}
      data={AI_USE_OPTIONS}
      value={value}
      error={error}
      onChange={(aiUse) => aiUse && onChange(aiUse as AiUse)}
    />
  );
}
