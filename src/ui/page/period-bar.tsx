import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './period-bar.module.css';

type PeriodBarProps = {
  /** What the periods are: "Month". */
  label: string;
  /** Periods that sort by time, such as "2026-10"; may repeat. */
  periods: readonly string[];
  format: (period: string) => string;
  value: string;
  onChange: (period: string) => void;
  /** The downloads of the period. */
  children: ReactNode;
};

/** Chooses the period of a report, the latest first, beside its downloads. */
export function PeriodBar(props: PeriodBarProps) {
  const { label, periods, format, value, onChange, children } = props;
  const latestFirst = [...new Set([...periods, value])].toSorted().toReversed();
  return (
    <div className={styles.bar}>
      <NativeSelect
        aria-label={label}
        data={latestFirst.map((period) => ({ value: period, label: format(period) }))}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <div className={styles.files}>{children}</div>
    </div>
  );
}
