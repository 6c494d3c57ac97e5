import { Button } from '@mantine/core';
import styles from './refusals.module.css';

type RefusalsProps = {
  /** What happened to the others, such as "22 payouts were marked as paid". */
  title: string;
  refused: { id: string; label: string; reason: string }[];
  onClose: () => void;
};

/** The records that a bulk change refused, each with its reason, after the change in its dialog. */
export function Refusals({ title, refused, onClose }: RefusalsProps) {
  return (
    <div className={styles.refusals} role="alert">
      <p>{title}</p>
      <ul aria-label="Not changed">
        {refused.map(({ id, label, reason }) => (
          <li key={id}>
            <strong>
              <bdi>{label}</bdi>
            </strong>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      <Button radius="xl" className={styles.close} data-autofocus onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
