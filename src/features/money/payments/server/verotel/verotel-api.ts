import { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { VerotelConfig } from '#src/platform/config/payments-config.ts';
import type { RenewalState } from '../../provider-records.schema.ts';
import { signVerotel } from './verotel-signature.ts';

type Access = Omit<VerotelConfig, 'kind' | 'supportUrl'> & { timeoutMs: number };

/** The FlexPay version of the links. */
const FLEXPAY_VERSION = '4';
const ACCEPT = 'application/json; version=1.5.0';

const answerSchema = z.object({
  is_success: z.unknown(),
  error: z.object({ title: z.string() }).optional(),
});

async function ask({ timeoutMs }: Access, address: string, init: RequestInit = {}) {
  // A redirect would send the password to another host.
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(address, { ...init, redirect: 'error', signal });
  return { ok: response.ok, status: response.status, text: await response.text() };
}

/** A signed link of the shop. @param unsigned the parameters without a signature */
export function verotelLink(
  { shopId, signatureKey, orderUrl }: Pick<Access, 'shopId' | 'signatureKey' | 'orderUrl'>,
  path: string,
  params: Record<string, string>,
  unsigned: Record<string, string> = {},
): string {
  const signed = { ...params, shopID: shopId, version: FLEXPAY_VERSION };
  const query = { ...signed, ...unsigned, signature: signVerotel(signed, signatureKey) };
  return `${orderUrl}${path}?${new URLSearchParams(query)}`;
}

/**
 * Stops the charges of a sale at Verotel; the paid period remains. Idempotent.
 * @throws DomainError 'provider-unavailable'
 */
export async function cancelSale(access: Access, saleId: string): Promise<void> {
  try {
    const credentials = Buffer.from(`${access.apiUser}:${access.apiPassword}`).toString('base64');
    const address = `${access.apiUrl}/sale/${encodeURIComponent(saleId)}/cancel`;
    const headers = { authorization: `Basic ${credentials}`, accept: ACCEPT };
    const { ok, status, text } = await ask(access, address, { method: 'POST', headers });
    const answer = readAnswer(text);
    if (ok && answer?.is_success) return;
    const title = answer?.error?.title ?? '';
    // Rejected for the state of the sale: nothing is left to do if it has ended.
    if (status === 412 && (/already cancelled/i.test(title) || (await isOver(access, saleId))))
      return;
    throw new Error(`Verotel answered ${status} to a cancellation: ${title || 'no reason'}`);
  } catch (cause) {
    throw new DomainError('provider-unavailable', undefined, undefined, { cause });
  }
}

function readAnswer(text: string) {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether a sale is cancelled or has ended, so that it is charged no more. */
export async function isOver(access: Access, saleID: string): Promise<boolean> {
  const { ok, text } = await ask(access, verotelLink(access, '/salestatus', { saleID }));
  return ok && /^(?:cancelled|expired): *["']?yes\b/m.test(text);
}

/** What Verotel says of a sale. */
export type FoundSale = {
  state: RenewalState;
  /** The day of the next charge, and the price; null if the page does not name them. */
  nextChargeOn: string | null;
  priceCents: number | null;
};

/** A sale; null if Verotel does not know it. @throws DomainError 'provider-unavailable' */
export async function findSale(access: Access, saleID: string): Promise<FoundSale | null> {
  try {
    const { status, text } = await ask(access, verotelLink(access, '/salestatus', { saleID }));
    const response = /^response: *["']?(NOTFOUND|FOUND)\b/m.exec(text)?.[1];
    if (!response) {
      const reason = /^error: *["']?([^"'\r\n]{1,80})/m.exec(text)?.[1] ?? `status ${status}`;
      throw new Error(`Verotel did not answer about a sale: ${reason}`);
    }
    if (response === 'NOTFOUND') return null;
    const price = /^priceAmount: *["']?(\d{1,7}(?:\.\d{1,2})?)\b/m.exec(text)?.[1];
    return {
      state: stateOf(text),
      nextChargeOn: /^nextChargeOn: *["']?(\d{4}-\d\d-\d\d)\b/m.exec(text)?.[1] ?? null,
      priceCents: price === undefined ? null : Math.round(Number(price) * 100),
    };
  } catch (cause) {
    throw new DomainError('provider-unavailable', undefined, undefined, { cause });
  }
}

function stateOf(text: string): RenewalState {
  if (/^expired: *["']?yes\b/m.test(text)) return 'ended';
  return /^cancelled: *["']?yes\b/m.test(text) ? 'stopping' : 'renewing';
}
