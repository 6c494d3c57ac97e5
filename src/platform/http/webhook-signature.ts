import { createHmac, type KeyObject } from 'node:crypto';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';

/** Older or newer signatures are rejected, so that a recorded one soon expires. */
const TOLERANCE_SECONDS = 5 * 60;

const digest = (key: KeyObject, seconds: number, body: string): Buffer =>
  createHmac('sha256', key).update(`${seconds}.${body}`).digest();

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Signs body and time: `t=<unix seconds>,v1=<HMAC-SHA256 in hex>`. */
export function signWebhook(key: KeyObject, body: string, at: Date): string {
  const seconds = secondsOf(at);
  return `t=${seconds},v1=${digest(key, seconds, body).toString('hex')}`;
}

/** Whether the signature belongs to this body and was made within the tolerance of `now`. */
export function isSignedWebhook(key: KeyObject, header: string, body: string, now: Date): boolean {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header);
  if (!match) return false;
  const [seconds, signature] = [Number(match[1]), Buffer.from(match[2]!, 'hex')];
  return (
    isEqualInConstantTime(signature, digest(key, seconds, body)) &&
    Math.abs(secondsOf(now) - seconds) <= TOLERANCE_SECONDS
  );
}
