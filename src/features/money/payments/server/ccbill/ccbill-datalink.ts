import { DomainError } from '#src/lib/problem.ts';
import type { CcbillConfig } from '#src/platform/config/payments-config.ts';
import type { RenewalState } from '../../provider-records.schema.ts';

export type DataLink = Pick<
  CcbillConfig,
  'account' | 'subaccount' | 'dataLinkUser' | 'dataLinkPassword' | 'dataLinkUrl'
> & { timeoutMs: number };

type Action = 'cancelSubscription' | 'viewSubscriptionStatus';

/** CCBill's explanations of the results. */
const FAILURES: Record<string, string> = {
  '0': 'the action failed',
  '-1': 'the credentials are invalid',
  '-2': 'the subscription number is invalid',
  '-3': 'the subscription was not found',
  '-4': 'the subscription belongs to another account',
  '-5': 'an argument is missing or invalid',
  '-6': 'the action is unknown',
  '-7': 'an internal error, or an invalid call',
  '-8': 'the address of this server is not allowed to use Data Link',
  '-9': 'Data Link is deactivated for the account',
  '-10': 'Data Link is not set up for the account',
  '-12': 'too many failed logins',
};

async function ask(link: DataLink, action: Action, subscriptionId: string): Promise<string> {
  const response = await fetch(link.dataLinkUrl, {
    method: 'POST',
    body: new URLSearchParams({
      clientAccnum: link.account,
      clientSubacc: link.subaccount,
      username: link.dataLinkUser,
      password: link.dataLinkPassword,
      action,
      subscriptionId,
      returnXML: '1',
    }),
    // A redirect would send the password to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(link.timeoutMs),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`CCBill answered ${response.status} to ${action}`);
  const result = /<results>\s*(-?\d{1,3})\s*<\/results>/.exec(text)?.[1];
  if (result && result !== '1') {
    const reason = FAILURES[result] ?? `result ${result}`;
    throw new Error(`CCBill refused ${action}: ${reason}`, { cause: result });
  }
  return text;
}

/**
 * Stops the charges of a subscription at CCBill; the paid period remains. Idempotent.
 * @throws DomainError 'provider-unavailable'
 */
export async function cancelAtCcbill(link: DataLink, subscriptionId: string): Promise<void> {
  try {
    const text = await ask(link, 'cancelSubscription', subscriptionId);
    if (!/<results>\s*1\s*<\/results>/.test(text)) throw new Error('CCBill’s answer is unreadable');
  } catch (cause) {
    // The answer may be lost, or the subscription may have ended before: nothing is left to do then.
    if (await hasStopped(link, subscriptionId)) return;
    throw new DomainError('provider-unavailable', undefined, undefined, { cause });
  }
}

const NOT_FOUND = '-3';
/** CCBill's numbers of the states. */
const STATES: Record<string, RenewalState> = { '2': 'renewing', '1': 'stopping', '0': 'ended' };

/**
 * The state of a subscription; null if CCBill does not know it.
 * @throws DomainError 'provider-unavailable'
 */
export async function findCcbillState(
  link: DataLink,
  subscriptionId: string,
): Promise<RenewalState | null> {
  try {
    const text = await ask(link, 'viewSubscriptionStatus', subscriptionId);
    const status = /<subscriptionStatus>\s*(\d)\s*<\/subscriptionStatus>/.exec(text)?.[1];
    const state = STATES[status ?? ''];
    if (!state) throw new Error('CCBill’s answer is unreadable');
    return state;
  } catch (cause) {
    if (cause instanceof Error && cause.cause === NOT_FOUND) return null;
    throw new DomainError('provider-unavailable', undefined, undefined, { cause });
  }
}

/** Whether CCBill will charge nothing more. */
async function hasStopped(link: DataLink, subscriptionId: string): Promise<boolean> {
  try {
    const state = await findCcbillState(link, subscriptionId);
    return state === 'stopping' || state === 'ended';
  } catch {
    return false;
  }
}
