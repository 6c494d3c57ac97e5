import type { Call, CallContext, DeniedToLimitedStaff, MakeCall, Unrelated } from './calls.ts';

export type BackOfficeRead =
  | Unrelated
  /** Reads one record. */
  | ({ one: MakeCall } & Partial<DeniedToLimitedStaff>)
  /** Reads a list: the response contains `needle` if and only if it contains the record. */
  | { list: (...context: Parameters<MakeCall>) => Promise<Call & { needle: string }> }
  /** Reads totals that include the record. */
  | { count: MakeCall };

type Listed = { needle: string };

/** A list that contains the id of the record. */
export function byId(make: MakeCall) {
  return async (context: CallContext): Promise<Listed> => {
    const { params } = await make(context);
    return { needle: params!.id! };
  };
}

/** A list that contains the address of the influencer. */
export async function byEmail({ influencer }: CallContext): Promise<Listed> {
  return { needle: influencer!.email };
}

/** An export of one selected record, which contains `needle`. */
export async function selected(id: string, sort: string, needle: string): Promise<Call & Listed> {
  return { needle, body: { ids: [id], sort } };
}
