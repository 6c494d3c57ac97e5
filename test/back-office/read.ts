import type { Call, DeniedToLimitedStaff, MakeCall, Unrelated } from './calls.ts';

export type BackOfficeRead =
  | Unrelated
  /** Reads one record. */
  | ({ one: MakeCall } & Partial<DeniedToLimitedStaff>)
  /** Reads a list: the response contains `needle` if and only if it contains the record. */
  | { list: (...context: Parameters<MakeCall>) => Promise<Call & { needle: string }> }
  /** Reads totals that include the record. */
  | { count: MakeCall };

/** The id that a call names. */
export const byId = (make: MakeCall) => async (context: Parameters<MakeCall>[0]) => {
  const { params } = await make(context);
  return { needle: params!.id! };
};

export const byEmail = async ({ influencer }: Parameters<MakeCall>[0]) => ({
  needle: influencer!.email,
});

/** An export of one selected record, which contains `needle`. */
export const selected = async (id: string, sort: string, needle: string) => ({
  needle,
  body: { ids: [id], sort },
});
