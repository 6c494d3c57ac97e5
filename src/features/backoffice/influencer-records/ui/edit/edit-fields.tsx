import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { EDIT_LABELS, type CountField, type EditField } from '../../edit-influencer.schema.ts';
import styles from './edit-fields.module.css';
import type { EditErrors, EditValues } from './edit-values.ts';

type TextField = Exclude<EditField, CountField | 'isActive'>;
/** The part of the form that the fields use. */
export type FieldsForm<F extends EditField> = {
  values: Pick<EditValues, F>;
  errors: EditErrors;
  change: (patch: Partial<Pick<EditValues, F>>) => void;
};
type FieldProps<F extends EditField> = {
  edited: FieldsForm<NoInfer<F>>;
  field: F;
  hint?: ReactNode;
};

// TypeScript cannot use a generic name as a key.
const patchOf = <F extends EditField>(field: F, value: EditValues[F]) =>
  ({ [field]: value }) as Partial<Pick<EditValues, F>>;

/** Id of a field's input. */
export function fieldId(field: EditField): string {
  return `edit-${field}`;
}

/** The shared props of every input. */
const shared = <F extends EditField>({ edited, field, hint }: FieldProps<F>) => ({
  id: fieldId(field),
  label: EDIT_LABELS[field],
  description: hint,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
  error: edited.errors[field],
  autoComplete: 'off',
});

const REQUIRED: ReadonlySet<EditField> = new Set(['fullName', 'email', 'phone', 'publicUrl']);

type TextInputProps<F extends TextField> = FieldProps<F> & {
  type?: 'text' | 'email' | 'tel' | 'date' | 'url';
  /** Receives the focus when its dialog opens. */
  isFirst?: boolean;
  isDisabled?: boolean;
};

export function TextLine<F extends TextField>({
  type = 'text',
  isFirst,
  isDisabled = false,
  ...props
}: TextInputProps<F>) {
  return (
    <TextInput
      {...shared(props)}
      type={type}
      data-autofocus={isFirst}
      disabled={isDisabled}
      // Dates, numbers and addresses are written from left to right in every language.
      dir={type === 'text' ? 'auto' : 'ltr'}
      withAsterisk={REQUIRED.has(props.field)}
      value={props.edited.values[props.field]}
      onChange={(event) =>
        props.edited.change(patchOf(props.field, event.currentTarget.value as EditValues[F]))
      }
    />
  );
}

type LongTextProps<F extends TextField> = FieldProps<F> & {
  minRows?: number;
  isRequired?: boolean;
};

export function LongText<F extends TextField>({
  minRows = 3,
  isRequired = false,
  ...props
}: LongTextProps<F>) {
  return (
    <TextArea
      {...shared(props)}
      className={styles.wide}
      dir="auto"
      minRows={minRows}
      maxRows={14}
      withAsterisk={isRequired}
      value={props.edited.values[props.field]}
      onChange={(event) =>
        props.edited.change(patchOf(props.field, event.currentTarget.value as EditValues[F]))
      }
    />
  );
}

export function Count<F extends CountField>(props: FieldProps<F>) {
  return (
    <NumberInput
      {...shared(props)}
      min={0}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      hideControls
      inputMode="numeric"
      value={props.edited.values[props.field]}
      // Values too long for a number arrive as text.
      onChange={(count) =>
        props.edited.change(
          patchOf(props.field, (count === '' ? '' : Number(count)) as EditValues[F]),
        )
      }
    />
  );
}

type ChoiceProps<F extends TextField> = FieldProps<F> & {
  options: readonly string[];
  placeholder: string;
};

export function Choice<F extends TextField>({ options, placeholder, ...props }: ChoiceProps<F>) {
  const value: string = props.edited.values[props.field];
  // A stored value that is no longer an option stays selectable.
  const data = value === '' || options.includes(value) ? options : [value, ...options];
  return (
    <Select
      {...shared(props)}
      data={data}
      value={value || null}
      placeholder={placeholder}
      searchable
      clearable
      nothingFoundMessage="Nothing found"
      clearButtonProps={{ 'aria-label': `Clear ${EDIT_LABELS[props.field]}` }}
      onChange={(chosen) =>
        props.edited.change(patchOf(props.field, (chosen ?? '') as EditValues[F]))
      }
    />
  );
}

type ToggleProps = { edited: FieldsForm<'isActive'>; field: 'isActive'; hint: string };

export function Toggle({ edited, field, hint }: ToggleProps) {
  return (
    <Switch
      id={fieldId(field)}
      className={styles.wide}
      label={EDIT_LABELS[field]}
      description={hint}
      error={edited.errors[field]}
      checked={edited.values[field]}
      onChange={(event) => edited.change({ [field]: event.currentTarget.checked })}
    />
  );
}

type FieldGroupProps = { id: string; title: string; hint?: string; children: ReactNode };

/** A group of related fields with a title and a hint. */
export function FieldGroup({ id, title, hint, children }: FieldGroupProps) {
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.text}>
        <h2 id={id}>{title}</h2>
        {hint && <p>{hint}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
