import { Tooltip } from '@mantine/core';
import { Info } from 'lucide-react';
import styles from './info-tooltip.module.css';

/** A button that explains the number beside it, for pointer, keyboard and touch. */
export function InfoTooltip({ label, meaning }: { label: string; meaning: string }) {
  return (
    <Tooltip
      label={meaning}
      multiline
      w={260}
      withArrow
      events={{ hover: true, focus: true, touch: true }}
    >
      <button
        type="button"
        className={`touch-target ${styles.button}`}
        aria-label={`About: ${label}`}
      >
        <Info size={15} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
