import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import styles from './field.module.css';

type FieldText = { label: string; hint?: string | undefined; error?: string | undefined };
type ControlProps = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type LabelledProps = FieldText & { children: (control: ControlProps) => ReactNode };

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

/** A labelled text input of the public pages, which screen readers announce with hint and error. */
export function Field({
  label,
  hint,
  error,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & FieldText) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => <input {...input} {...control} />}
    </Labelled>
  );
}

/** A {@link Field} with several lines, which grows with its content in browsers that support it. */
export function TextAreaField({
  label,
  hint,
  error,
  ...textarea
}: TextareaHTMLAttributes<HTMLTextAreaElement> & FieldText) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => <textarea rows={4} {...textarea} {...control} />}
    </Labelled>
  );
}

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> &
  FieldText & {
    /** Values, or values with their labels. */
    options?: readonly (string | { value: string; label: string })[];
    /** Options under labels, instead of `options`. */
    groups?: readonly { label: string; options: readonly string[] }[];
    /** Label of the empty option. */
    placeholder: string;
  };

/** A {@link Field} with the browser's native select. */
export function SelectField({
  label,
  hint,
  error,
  options = [],
  groups = [],
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control}>
          <option value="">{placeholder}</option>
          {options.map((option) => {
            const { value, label: text } =
              typeof option === 'string' ? { value: option, label: option } : option;
            return (
              <option key={value} value={value}>
                {text}
              </option>
            );
          })}
          {groups.map((group) => (
            <optgroup key={group.label} label={group.label}>
              {group.options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Labelled>
  );
}
