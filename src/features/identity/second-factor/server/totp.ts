import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Also accepts the codes before and after, because clocks differ and people type slowly. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const toTotp = (secret: string, email: string) =>
  new TOTP({
    issuer: 'Velvet Rope',
    label: email,
    secret: Secret.fromBase32(secret),
    // The only parameters that every authenticator app supports.
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  });

/** A random secret in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The otpauth:// address of a secret. */
export function toTotpAddress(secret: string, email: string): string {
  return toTotp(secret, email).toString();
}

/** The time step of a valid code; null if the code is invalid. @param now in milliseconds */
export function findTotpStep(secret: string, code: string, now = Date.now()): number | null {
  // The library fails on six characters that are no digits.
  if (!/^\d{6}$/.test(code)) return null;
  const delta = toTotp(secret, '').validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}
