import { useId, type ReactNode } from 'react';
import styles from './choice-group.module.css';

type ChoiceGroupProps<T extends string> = {
  legend: string;
  name: string;
  options: { value: T; label: string }[];
  value: string;
  onChange: (value: T) => void;
  error?: string | undefined;
};

/** A choice between a few options, as large cards over native radio inputs. */
export function ChoiceGroup<T extends string>(props: ChoiceGroupProps<T>) {
  const { legend, name, options, value, onChange, error } = props;
  return (
    <ChoiceFieldset legend={legend} error={error}>
      <div className={styles.cards}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </ChoiceFieldset>
  );
}

type ChoiceFieldsetProps = {
  legend: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
};

/** A named group of choices with its error above them, which screen readers announce with it. */
export function ChoiceFieldset({ legend, hint, error, children }: ChoiceFieldsetProps) {
  const id = useId();
  return (
    <fieldset
      className={styles.group}
      data-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
    >
      <legend>{legend}</legend>
      {hint}
      {error && (
        <p id={id} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}
