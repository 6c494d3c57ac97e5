import { TextInput } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { hundredthsText, parseHundredths } from './typed-hundredths.ts';

type AmountFieldProps = {
  label: string;
  /** As it is typed. */
  value: string;
  /** In hundredths: where the arrow keys stop. */
  least: number;
  most: number;
  unit: '$' | '%';
  description: ReactNode;
  error: string | undefined;
  isFirst?: boolean;
  onChange: (typed: string) => void;
};

const STEPS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 };

/**
 * An amount with two decimals. It is a text, not a browser's number field: those give nothing back
 * of what they cannot read, and some of them no comma. The arrow keys step by 0.01, or by 1 with Shift.
 */
export function AmountField({
  value,
  least,
  most,
  unit,
  isFirst,
  onChange,
  ...field
}: AmountFieldProps) {
  function step(event: KeyboardEvent) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const typed = parseHundredths(value);
    const direction = STEPS[key];
    if (!direction || typeof typed === 'string' || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    const next = typed + direction * (shiftKey ? 100 : 1);
    onChange(hundredthsText(Math.min(most, Math.max(least, next))));
  }
  const sign = <span aria-hidden="true">{unit}</span>;
  return (
    <TextInput
      {...field}
      withAsterisk
      required
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      maxLength={20}
      data-autofocus={isFirst}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...(unit === '$' ? { leftSection: sign } : { rightSection: sign })}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={step}
    />
  );
}
