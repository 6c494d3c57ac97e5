import { figureLabel } from '../dashboard.rules.ts';
import type { Finding } from '../system-status.schema.ts';

/** An event may arrive before what it refers to, but not by more than this. */
export const EVENTS_WAIT_MINUTES = 10;

export function ok(text: string): Finding {
  return { state: 'ok', text };
}

export function warning(text: string): Finding {
  return { state: 'warning', text };
}

export function down(text: string): Finding {
  return { state: 'down', text };
}

/** A count with its noun. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${figureLabel(count)} ${count === 1 ? one : many}`;
}
