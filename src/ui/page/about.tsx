import { Tooltip } from '@mantine/core';
import { Info } from 'lucide-react';
import styles from './about.module.css';

/** A button beside a number that says how it comes about: to pointer, keyboard and touch. */
export const About = ({ label, meaning }: { label: string; meaning: string }) => (
  <Tooltip
    label={meaning}
    multiline
    w={260}
    withArrow
    events={{ hover: true, focus: true, touch: true }}
  >
    <button type="button" className={styles.about} aria-label={`About: ${label}`}>
      <Info size={15} aria-hidden="true" />
    </button>
  </Tooltip>
);
