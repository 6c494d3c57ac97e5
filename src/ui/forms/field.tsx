import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import styles from './field.module.css';

type Words = { label: string; hint?: string | undefined; error?: string | undefined };
type ControlProps = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type LabelledProps = Words & { children: (control: ControlProps) => ReactNode };

function Labelled({ label, hint, error, children }: LabelledProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** A labelled text input of the public pages; hint and error are announced with it. */
export const Field = ({
  label,
  hint,
  error,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & Words) => (
  <Labelled label={label} hint={hint} error={error}>
    {(control) => <input {...input} {...control} />}
  </Labelled>
);

/** A {@link Field} of several lines, which grows with what is typed where the browser can. */
export const TextAreaField = ({
  label,
  hint,
  error,
  ...textarea
}: TextareaHTMLAttributes<HTMLTextAreaElement> & Words) => (
  <Labelled label={label} hint={hint} error={error}>
    {(control) => <textarea rows={4} {...textarea} {...control} />}
  </Labelled>
);

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> &
  Words & {
    options: readonly string[];
    /** Stands for no choice; its value is empty. */
    placeholder: string;
  };

/** A {@link Field} with one choice of many: the browser's own list. */
export const SelectField = ({
  label,
  hint,
  error,
  options,
  placeholder,
  ...select
}: SelectFieldProps) => (
  <Labelled label={label} hint={hint} error={error}>
    {(control) => (
      <select {...select} {...control}>
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )}
  </Labelled>
);
