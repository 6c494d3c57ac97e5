import { TextInput } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { hundredthsText, parseHundredths } from './typed-hundredths.ts';

type AmountFieldProps = {
  label: string;
  /** The text as typed. */
  value: string;
  /** In hundredths: the limits of the arrow keys. */
  minimum: number;
  maximum: number;
  unit: '$' | '%';
  description: ReactNode;
  error: string | undefined;
  isFirst?: boolean;
  onChange: (typed: string) => void;
};

const STEPS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 };

/**
 * An amount with two decimals. A text field, because a browser's number field hides input that it
 * cannot parse, and some accept no comma. The arrow keys step by 0.01, or by 1 with Shift.
 */
export function AmountField({
  value,
  minimum,
  maximum,
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
    onChange(hundredthsText(Math.min(maximum, Math.max(minimum, next))));
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
