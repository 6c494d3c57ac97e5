import { randomUUID } from 'node:crypto';
import type { Call, CallContext, DeniedToLimitedStaff, MakeCall, Unrelated } from './calls.ts';

export type BackOfficeChange = Partial<Unrelated & DeniedToLimitedStaff> & {
  make: MakeCall;
  /** Why a successful call leaves no entry in the audit trail. */
  unaudited?: string;
  /** Set when staff may not call the operation. */
  by?: 'admin';
};

/** A change by admins that concerns no single influencer. */
export const ofPlatform = { by: 'admin', unrelated: 'concerns the whole platform' } as const;

/** A bulk change of the record of a call. */
export function bulk({ params }: Call): Call {
  return { body: { ids: [params!.id!] } };
}

/** A call with additional fields in its body. */
export function withBody(call: Call, body: object): Call {
  return { ...call, body: { ...(call.body as object), ...body } };
}

/** Makes the caller the owner of a record. */
export function ownedByCaller({ user }: CallContext, id: string): Call {
  return { body: { ids: [id], ownerId: user.id } };
}

/** An email address that no user has. */
export function newAddress(): string {
  return `new-${randomUUID()}@example.test`;
}
