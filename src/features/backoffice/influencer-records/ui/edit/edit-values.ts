import { fieldErrors } from '#src/lib/field-errors.ts';
import {
  EDIT_FIELDS,
  editInfluencerSchema,
  type CountField,
  type EditField,
  type InfluencerChange,
  type InfluencerRecord,
} from '../../edit-influencer.schema.ts';

/** The values of the form. */
export type EditValues = {
  [F in EditField]: F extends 'isActive' ? boolean : F extends CountField ? number | '' : string;
};
export type EditErrors = Partial<Record<EditField, string>>;

/** The form values of a record; null becomes an empty text. */
export function valuesOf(record: InfluencerRecord): EditValues {
  return Object.fromEntries(EDIT_FIELDS.map((field) => [field, record[field] ?? ''])) as EditValues;
}

/** The fields that differ between two states of the form. */
export function listChangedFields(from: EditValues, to: EditValues): EditField[] {
  return EDIT_FIELDS.filter((field) => from[field] !== to[field]);
}

const pick = (values: EditValues, fields: EditField[]): Partial<EditValues> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

/** Validates the changed fields and builds the payload. */
export function readChange(
  values: EditValues,
  fields: EditField[],
  version: number,
): { change: InfluencerChange | undefined; errors: EditErrors } {
  const read = editInfluencerSchema.safeParse({ ...pick(values, fields), version });
  return { change: read.data, errors: fieldErrors<EditField>(read) };
}

/** The saved values, except for fields typed since the request was sent. */
export function mergeTyped(sent: EditValues, typed: EditValues, saved: EditValues): EditValues {
  return { ...saved, ...pick(typed, listChangedFields(sent, typed)) };
}

/** A field that someone else changed, and whether it was also changed here. */
export type Difference = { field: EditField; wasTyped: boolean };

/** The conflicting fields after someone else changed `base` to `present`. */
export function listDifferences(
  base: EditValues,
  typed: EditValues,
  present: EditValues,
): Difference[] {
  return listChangedFields(base, present)
    .filter((field) => typed[field] !== present[field])
    .map((field) => ({ field, wasTyped: typed[field] !== base[field] }));
}

/**
 * The form values after resolving a conflict: the present state with the typed values, except for
 * the fields chosen from the present version.
 */
export function resolveConflict(
  base: EditValues,
  typed: EditValues,
  present: EditValues,
  fieldsFromPresent: ReadonlySet<EditField>,
): EditValues {
  const fieldsFromTyped = listDifferences(base, typed, present)
    .map(({ field }) => field)
    .filter((field) => !fieldsFromPresent.has(field));
  const untouchedByThem = listChangedFields(base, typed).filter(
    (field) => base[field] === present[field],
  );
  return { ...present, ...pick(typed, [...untouchedByThem, ...fieldsFromTyped]) };
}
