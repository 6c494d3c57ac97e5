/** Cookie of browsers whose user has confirmed to be an adult. Scripts may read it. */
export const AGE_COOKIE = 'velvet.adult';
export const AGE_CONFIRMED = '1';
export const AGE_COOKIE_MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** Label of the Restricted To Adults programme (rtalabel.org), which parental filters detect. */
export const RTA_LABEL = 'RTA-5042-1996-1400-1577-RTA';

/** Whether a cookie header or `document.cookie` contains the confirmation. */
export function hasConfirmedAge(cookies: string | undefined): boolean {
  return cookies?.split('; ').includes(`${AGE_COOKIE}=${AGE_CONFIRMED}`) ?? false;
}

/** What hides creators from somebody: their region demands a verified age, or it is blocked. */
export const HIDING_POLICIES = ['verified', 'blocked'] as const;
export type HidingPolicy = (typeof HIDING_POLICIES)[number];
