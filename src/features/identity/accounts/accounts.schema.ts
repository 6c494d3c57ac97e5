import { z } from 'zod';
import { HIDING_POLICIES } from '#src/lib/age.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { calculateAge } from '#src/lib/dates.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { findTimeZone } from '#src/lib/locale/time-zones.ts';
import { ROLES } from '#src/lib/roles.ts';

export const MINIMUM_AGE = 18;
export const MINIMUM_PASSWORD_LENGTH = 8;
export const MAXIMUM_PASSWORD_LENGTH = 128;
/** Stated beside every field for a new password, before the server refuses one. */
export const PASSWORD_HINT = `At least ${MINIMUM_PASSWORD_LENGTH} characters, and neither easy to guess nor on a list of leaked passwords.`;
/** How long a password is valid that the back office chose for someone else. */
export const INITIAL_PASSWORD_DAYS = 14;
export const MAXIMUM_PREFERENCES = 5;
/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7;
/** Why an account is suspended: for a violation, everything of an influencer is hidden from paying fans too. */
export const SUSPENSION_REASONS = ['violation', 'other'] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];
/** Duration of a suspension. */
export const SUSPENSION_HOURS = 876_000;

/** All stored values; each screen offers a subset. */
export const GENDERS = ['male', 'female', 'non-binary', 'prefer-not-to-say', 'other'] as const;
export const SEXUAL_PREFERENCES = [
  'straight',
  'gay',
  'lesbian',
  'bisexual',
  'pansexual',
  'asexual',
  'other',
  'prefer-not-to-say',
] as const;

type Option<T extends string> = { value: T; label: string };
export const FAN_SIGNUP_GENDERS = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
  { value: 'other', label: 'Other' },
  { value: 'prefer-not-to-say', label: 'Prefer not to say' },
] as const satisfies Option<(typeof GENDERS)[number]>[];
export const FAN_SIGNUP_SEXUAL_PREFERENCES = [
  { value: 'straight', label: 'Straight' },
  { value: 'gay', label: 'Gay' },
  { value: 'lesbian', label: 'Lesbian' },
  { value: 'bisexual', label: 'Bisexual' },
  { value: 'pansexual', label: 'Pansexual' },
  { value: 'other', label: 'Other' },
  { value: 'prefer-not-to-say', label: 'Prefer not to say' },
] as const satisfies Option<(typeof SEXUAL_PREFERENCES)[number]>[];
export const ACCOUNT_GENDERS: Option<(typeof GENDERS)[number]>[] = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
  { value: 'non-binary', label: 'Non-binary' },
  { value: 'prefer-not-to-say', label: 'Prefer not to say' },
];
export const ACCOUNT_SEXUAL_PREFERENCES: Option<(typeof SEXUAL_PREFERENCES)[number]>[] = [
  { value: 'straight', label: 'Straight' },
  { value: 'gay', label: 'Gay' },
  { value: 'lesbian', label: 'Lesbian' },
  { value: 'bisexual', label: 'Bisexual' },
  { value: 'pansexual', label: 'Pansexual' },
  { value: 'asexual', label: 'Asexual' },
  { value: 'other', label: 'Other' },
  { value: 'prefer-not-to-say', label: 'Prefer not to say' },
];

/** An email address, stored in lower case. */
export const emailSchema = z
  .string('Email address is required')
  .trim()
  .min(1, 'Email address is required')
  .max(254, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'))
  .transform((address) => address.toLowerCase());

/** A password that a user chooses; the server also requires that it is hard to guess. */
export const newPasswordSchema = z
  .string('Password is required')
  .min(1, { error: 'Password is required', abort: true })
  .min(
    MINIMUM_PASSWORD_LENGTH,
    `Password must be at least ${MINIMUM_PASSWORD_LENGTH} characters long`,
  )
  .max(MAXIMUM_PASSWORD_LENGTH, 'Password must be at most 128 characters long');

const typedPassword = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .max(MAXIMUM_PASSWORD_LENGTH, 'Password must be at most 128 characters long');

export const signInSchema = z.object({
  email: z
    .string('Email address is required')
    .trim()
    .min(1, 'Email address is required')
    .max(254, 'Please enter a valid email address'),
  password: typedPassword('Password is required'),
  rememberMe: z.boolean().default(false),
  /** Of the authenticator app or a recovery code, for accounts with a second factor. */
  code: z.string().trim().min(1, 'Enter the code').max(40, 'This code isn’t valid').optional(),
});

export const demographicsSchema = z.object({
  gender: z.enum(
    FAN_SIGNUP_GENDERS.map(({ value }) => value),
    'Please select your gender',
  ),
  sexualPreference: z.enum(
    FAN_SIGNUP_SEXUAL_PREFERENCES.map(({ value }) => value),
    'Please select your sexual preference',
  ),
  dateOfBirth: z
    .string('Date of birth is required')
    .max(10, { error: 'Date of birth is required', abort: true })
    .refine((date) => !Number.isNaN(calculateAge(date, new Date())), {
      error: 'Date of birth is required',
      abort: true,
    })
    .refine((date) => calculateAge(date, new Date()) >= MINIMUM_AGE, {
      error: 'You must be 18 or older to join',
      abort: true,
    })
    .refine((date) => calculateAge(date, new Date()) <= 120, 'Please check the year'),
});

const categoryList = z
  .array(z.enum(CATEGORIES, 'This category does not exist'), 'Please select at least one category')
  .max(MAXIMUM_PREFERENCES, 'Maximum 5 categories selected')
  .transform((list) => [...new Set(list)]);

type Preferences = { preferences: unknown[]; specialDataConsent: boolean };
const hasCategoriesIfConsented = ({ preferences, specialDataConsent }: Preferences) =>
  !specialDataConsent || preferences.length > 0;
const NO_CATEGORY = { path: ['preferences'], error: 'Please select at least one category' };

/** The second step of the sign-up: categories with the consent to store them, or neither. */
export const preferencesSchema = z
  .object({ preferences: categoryList, specialDataConsent: z.boolean().default(false) })
  .refine(hasCategoriesIfConsented, NO_CATEGORY)
  .refine(({ preferences, specialDataConsent }) => specialDataConsent || preferences.length === 0, {
    path: ['specialDataConsent'],
    error: 'Tick this so that we can save your choice, or select nothing to skip this step',
  });

type PasswordPair = { password?: unknown; confirmPassword?: unknown };

const passwordPair = {
  password: newPasswordSchema,
  confirmPassword: z.string('Please confirm your password').min(1, 'Please confirm your password'),
};
const isPairEqual = (value: PasswordPair) => value.password === value.confirmPassword;
const unequalPair = {
  path: ['confirmPassword'],
  error: 'Passwords do not match',
  // Also runs while the email is invalid, but not when the confirmation is missing.
  when: ({ value }: { value: unknown }) => Boolean((value as PasswordPair).confirmPassword),
};

/** The name that colleagues see. */
const ownNameSchema = z
  .string('Name is required')
  .trim()
  .min(1, 'Name is required')
  .max(100, 'The name must be at most 100 characters long');

/** The form that creates the first admin. */
export const firstAdminFormSchema = z
  .object({ fullName: ownNameSchema, email: emailSchema, ...passwordPair })
  .refine(isPairEqual, unequalPair);

export const credentialsSchema = z
  .object({ email: emailSchema, ...passwordPair })
  .refine(isPairEqual, unequalPair);

/** A new password and its confirmation. */
export const passwordPairSchema = z.object(passwordPair).refine(isPairEqual, unequalPair);

/**
 * The payload of the fan sign-up: its three steps without the confirmation. Without a consent, the sexual
 * preference and the categories are not stored.
 */
export const fanSignupSchema = z
  .object({
    ...demographicsSchema.shape,
    ...preferencesSchema.shape,
    email: emailSchema,
    password: newPasswordSchema,
  })
  .refine(hasCategoriesIfConsented, NO_CATEGORY);
export type FanSignup = z.input<typeof fanSignupSchema>;

export const currentPasswordSchema = typedPassword('Current password is required');

export const changePasswordSchema = z.object({
  currentPassword: currentPasswordSchema,
  newPassword: newPasswordSchema,
});
export type PasswordChange = z.output<typeof changePasswordSchema>;

export const accountPreferencesSchema = z.object({
  gender: z.enum(GENDERS).nullable(),
  sexualPreference: z.enum(SEXUAL_PREFERENCES).nullable(),
  preferences: categoryList,
  /** Whether the fan consents to the storage of sexual preference and categories. */
  specialDataConsent: z.boolean(),
});

export const DISPLAY_NAME_MAXIMUM_LENGTH = 50;
/** A fan's name for the frame and the staff; an empty text is none. */
export const displayNameSchema = z
  .string('Name must be text')
  .trim()
  .max(
    DISPLAY_NAME_MAXIMUM_LENGTH,
    `Name can be at most ${DISPLAY_NAME_MAXIMUM_LENGTH} characters long`,
  );

/**
 * The account page's payload for fans. Without `displayName` or `password` the current one does not
 * change; without a consent, sexual preference and categories are deleted.
 */
export const saveAccountSchema = accountPreferencesSchema.extend({
  displayName: displayNameSchema.optional(),
  password: changePasswordSchema.optional(),
});

/** The name of a time zone, as this system writes it. */
export const timeZoneSchema = z
  .string()
  .max(64)
  .refine((name) => findTimeZone(name) !== null, 'Please choose a time zone')
  .transform((name) => findTimeZone(name)!);

/** The chosen time zone; null is that of the browser. */
export const saveTimeZoneSchema = z.object({ timeZone: timeZoneSchema.nullable() });

/** The account page's data for everyone but fans. */
export const accountContactSchema = z.object({
  fullName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
});

export const forgotPasswordSchema = z.object({ email: emailSchema });

/** A new password, set through a mailed link. */
export const resetPasswordSchema = z.object({
  token: z.string().min(1).max(100),
  newPassword: newPasswordSchema,
});

/** The first admin, created once through the link that the server prints. */
export const firstAdminSchema = z.object({
  token: z.string().min(1).max(100),
  fullName: ownNameSchema,
  email: emailSchema,
  password: newPasswordSchema,
});

/** The signed-in user, as every screen needs it. */
export const sessionSchema = z.object({
  user: z.object({
    id: z.uuid(),
    email: z.string(),
    isEmailConfirmed: z.boolean(),
    fullName: z.string(),
    /** The chosen time zone; null is that of the browser. */
    timeZone: z.string().nullable(),
    /** The id of a fan's picture. */
    avatar: z.uuid().nullable(),
  }),
  role: z.enum(ROLES).nullable(),
  /** Whether a staff member is limited to certain influencers. */
  isLimited: z.boolean(),
  /** The back office chose the password; the user has to replace it before anything else. */
  mustChangePassword: z.boolean(),
  /** The role requires a second factor; the user has to set it up before anything else. */
  mustSetUpSecondFactor: z.boolean(),
  /** Set while an admin or staff member views the product as this fan. */
  viewingUntil: instantSchema.nullable(),
  /** Why creators are hidden from the user where the browser is; null where they are shown. */
  creatorsHiddenBy: z.enum(HIDING_POLICIES).nullable(),
});
export type CurrentSession = z.infer<typeof sessionSchema>;
