import { z } from 'zod';

export const PHONE_MAXIMUM_LENGTH = 40;

const typedPhone = (missing: string) =>
  z
    .string(missing)
    .trim()
    .max(PHONE_MAXIMUM_LENGTH, `Phone must be at most ${PHONE_MAXIMUM_LENGTH} characters long`)
    .regex(
      /^[\d \-+()]*$/,
      'Phone number can only contain digits, spaces, dashes, plus signs, and parentheses',
    );

/** An optional phone number; an empty text becomes null. */
export const phoneSchema = typedPhone('Phone must be text')
  .nullable()
  .transform((typed) => typed || null);

const MISSING = 'Phone number is required';

/** A required phone number. */
export const requiredPhoneSchema = typedPhone(MISSING).min(1, MISSING);
