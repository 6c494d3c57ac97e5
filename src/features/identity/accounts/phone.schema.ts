import { z } from 'zod';

export const PHONE_MAXIMUM_LENGTH = 40;

const typedPhone = z
  .string('Phone must be text')
  .trim()
  .max(PHONE_MAXIMUM_LENGTH, `Phone must be at most ${PHONE_MAXIMUM_LENGTH} characters long`)
  .regex(
    /^[\d \-+()]*$/,
    'Phone number can only contain digits, spaces, dashes, plus signs, and parentheses',
  );

/** An optional phone number; an empty text becomes null. */
export const phoneSchema = typedPhone.nullable().transform((typed) => typed || null);

const MISSING = 'Phone number is required';

/** A required phone number. */
export const requiredPhoneSchema = z
  .string(MISSING)
  .trim()
  .min(1, { error: MISSING, abort: true })
  .pipe(typedPhone);
