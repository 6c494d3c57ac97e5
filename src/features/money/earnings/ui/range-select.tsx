import { NativeSelect } from '@mantine/core';
import { EARNING_RANGES, type EarningRange } from '../earnings.schema.ts';
import styles from './earnings-page.module.css';
import { RANGE_LABELS } from './earnings-text.ts';

type RangeSelectProps = { value: EarningRange; onChange: (range: EarningRange) => void };

/** Chooses a range of months. */
export function RangeSelect({ value, onChange }: RangeSelectProps) {
  return (
    <NativeSelect
      aria-label="Time range"
      className={styles.range}
      data={EARNING_RANGES.map((range) => ({ value: range, label: RANGE_LABELS[range] }))}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as EarningRange)}
    />
  );
}
