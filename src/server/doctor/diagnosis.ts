import { DomainError } from '#src/lib/problem.ts';

/** What a check of the doctor found, without secrets. */
export type Diagnosis = {
  state: 'ok' | 'warning' | 'failed';
  text: string;
  /** What to do about it. */
  remedy?: string;
};

/** A check of the doctor. */
export type DoctorCheck = { name: string; run: () => Promise<Diagnosis> };

const LIMIT_MS = 30_000;

export function ok(text: string): Diagnosis {
  return { state: 'ok', text };
}

export function warning(text: string, remedy: string): Diagnosis {
  return { state: 'warning', text, remedy };
}

export function failed(text: string, remedy: string): Diagnosis {
  return { state: 'failed', text, remedy };
}

/** An error in a few words. Messages of systems may name accounts and addresses, codes do not. */
export function describeBriefly(error: unknown): string {
  if (error instanceof AggregateError) return describeBriefly(error.errors[0]);
  if (!(error instanceof Error)) return 'unknown error';
  if (error.cause instanceof Error) return describeBriefly(error.cause);
  for (const field of ['code', 'type'] as const) {
    const value = Reflect.get(error, field) as unknown;
    if (typeof value === 'string' && value) return value;
  }
  return error instanceof DomainError || error.name !== 'Error' ? error.name : error.message;
}

/** Runs a check. One that throws or takes longer than half a minute has failed. */
export async function runCheck({ run }: DoctorCheck): Promise<Diagnosis> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no response')), LIMIT_MS);
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    return failed(`The check did not succeed: ${describeBriefly(error)}`, 'Solve this first.');
  } finally {
    clearTimeout(timer);
  }
}
