import { Sparkles } from 'lucide-react';
import { AI_LABEL_TEXTS } from '../ai-use.rules.ts';
import type { AiLabel as Label } from '../ai-use.schema.ts';
import styles from './ai-label.module.css';

/** What everybody who sees a post is shown if AI made or altered it; nothing without AI. */
export function AiLabel({ label }: { label: Label | null }) {
  if (!label) return null;
  return (
    <span className={styles.label} data-badge>
      <Sparkles size={13} aria-hidden="true" />
      {AI_LABEL_TEXTS[label]}
    </span>
  );
}
