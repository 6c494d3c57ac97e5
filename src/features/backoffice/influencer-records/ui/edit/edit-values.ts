import { fieldErrors } from '#src/lib/field-errors.ts';
import {
  EDIT_FIELDS,
  editInfluencerSchema,
  type CountField,
  type EditField,
  type InfluencerChange,
  type InfluencerRecord,
} from '../../edit-influencer.schema.ts';

/** The fields as the form holds them. */
export type EditValues = {
  [F in EditField]: F extends 'isActive' ? boolean : F extends CountField ? number | '' : string;
};
export type EditErrors = Partial<Record<EditField, string>>;

/** What the form starts from: nothing is an empty text. */
export const valuesOf = (record: InfluencerRecord): EditValues =>
  Object.fromEntries(EDIT_FIELDS.map((field) => [field, record[field] ?? ''])) as EditValues;

/** The fields in which two states of the form differ. */
export const changedFields = (from: EditValues, to: EditValues): EditField[] =>
  EDIT_FIELDS.filter((field) => from[field] !== to[field]);

const pick = (values: EditValues, fields: EditField[]): Partial<EditValues> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

/** What is to be sent of changed fields, or what is wrong with them. */
export function readChange(
  values: EditValues,
  fields: EditField[],
  version: number,
): { change: InfluencerChange | undefined; errors: EditErrors } {
  const read = editInfluencerSchema.safeParse({ ...pick(values, fields), version });
  return { change: read.data, errors: fieldErrors<EditField>(read) };
}

/** The form from one state onto another, but for what was typed in the meantime. */
export function withTyped(sent: EditValues, typed: EditValues, saved: EditValues): EditValues {
  return { ...saved, ...pick(typed, changedFields(sent, typed)) };
}

/** A field that someone else changed, and whether it was changed here as well. */
export type Difference = { field: EditField; wasTyped: boolean };

/** What has to be decided when someone else has changed `base` into `present` meanwhile. */
export const differencesOf = (
  base: EditValues,
  typed: EditValues,
  present: EditValues,
): Difference[] =>
  changedFields(base, present)
    .filter((field) => typed[field] !== present[field])
    .map((field) => ({ field, wasTyped: typed[field] !== base[field] }));

/**
 * The form on the present state: with what was typed here, and of the fields that differ with the
 * present text where that was chosen.
 */
export function settle(
  base: EditValues,
  typed: EditValues,
  present: EditValues,
  fieldsFromPresent: ReadonlySet<EditField>,
): EditValues {
  const fieldsFromTyped = differencesOf(base, typed, present)
    .map(({ field }) => field)
    .filter((field) => !fieldsFromPresent.has(field));
  const untouchedByThem = changedFields(base, typed).filter(
    (field) => base[field] === present[field],
  );
  return { ...present, ...pick(typed, [...untouchedByThem, ...fieldsFromTyped]) };
}
