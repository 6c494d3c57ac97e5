import { createHash } from 'node:crypto';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';

export type VerotelParams = Record<string, string>;

// Only a colon separates a value from the next name: such a value is ambiguous.
const HIDDEN_PARAMETER = /:\w+=/;

// Names are sorted by bytes, so capitals come first.
const digest = (params: VerotelParams, key: string): Buffer => {
  const pairs = Object.keys(params)
    .sort()
    .map((name) => `${name}=${params[name]}`);
  return createHash('sha256')
    .update([key, ...pairs].join(':'))
    .digest();
};

/** FlexPay's signature: SHA-256 in hex over the shop's key and the parameters, sorted by name. */
export function signVerotel(params: VerotelParams, key: string): string {
  return digest(params, key).toString('hex');
}

/** Whether `signature` covers exactly the other parameters. */
export function isSignedByVerotel({ signature, ...params }: VerotelParams, key: string): boolean {
  if (!signature || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  if (!isEqualInConstantTime(Buffer.from(signature, 'hex'), digest(params, key))) return false;
  return !Object.values(params).some((value) => HIDDEN_PARAMETER.test(value));
}
