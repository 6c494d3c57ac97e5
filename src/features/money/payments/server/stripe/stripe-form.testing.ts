/** An error response of Stripe: a status and the error object. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: { type: string; message: string; code?: string; param?: string };

  constructor(status: number, message: string, more: { code?: string; param?: string } = {}) {
    super(message);
    this.status = status;
    this.error = { type: 'invalid_request_error', message, ...more };
  }
}

/** A form in the format of Stripe: `a[b][0]` is a nested field. */
export type Form = { [name: string]: string | Form };

/** Reads a form-encoded body or query. */
export function readForm(encoded: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop()!;
    let current = form;
    for (const step of path) current = (current[step] ??= {}) as Form;
    current[last] = value;
  }
  return form;
}

/** The field at a path. */
export function valueAt(form: Form | undefined, ...path: string[]): string | Form | undefined {
  return path.reduce<string | Form | undefined>(
    (current, step) => (typeof current === 'object' ? current[step] : undefined),
    form,
  );
}

/** The required text at a path. @throws StripeRefusal */
export function text(form: Form, ...path: string[]): string {
  const found = valueAt(form, ...path);
  if (typeof found === 'string') return found;
  const param = path.map((step, index) => (index === 0 ? step : `[${step}]`)).join('');
  throw new StripeRefusal(400, `Missing required param: ${param}.`, {
    code: 'parameter_missing',
    param,
  });
}
