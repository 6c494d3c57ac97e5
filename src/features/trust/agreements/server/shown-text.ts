import { createHash } from 'node:crypto';
import type { Agency } from '#src/lib/agency.ts';
import { DomainError } from '#src/lib/problem.ts';
import { fillTemplate, isSameName } from '../agreement-text.rules.ts';

/** From where a signature comes. */
export type Signer = { address: string; userAgent: string };

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The text that is shown to whoever signs, with its hash. */
export function shownTextOf(template: string, values: Record<string, string>) {
  const text = fillTemplate(template, values);
  return { text, sha256: sha256Of(text) };
}

/** The name with which a performer signs. */
export function legalNameOf(performer: { legalGivenNames: string; legalSurname: string }): string {
  return `${performer.legalGivenNames} ${performer.legalSurname}`;
}

/** The name of the agency in agreements. */
export function agencyNameOf({ name, legalForm }: Agency): string {
  return [name ?? 'Velvet Rope', legalForm].filter(Boolean).join(', ');
}

/** The refusal of a signature under a text that is no longer the one that was shown. */
export function changedText(): DomainError {
  return new DomainError('conflict', 'The text has changed since you opened it. Read it again.');
}

/** @throws DomainError 'invalid-input' if the typed name is not that of the record */
export function requireName(typed: string, recorded: string): void {
  if (isSameName(typed, recorded)) return;
  const message = `Type your name exactly as it is in the agreement: ${recorded}`;
  throw new DomainError('invalid-input', message, [{ path: 'name', message }]);
}
