import type { OpenRelease } from './releases.schema.ts';

export type MissingProof = 'id-document' | 'face-picture' | 'session';

/**
 * What a person still has to do before signing: pictures of an ID document and of the face for the team,
 * or a session at the verification provider, whose result may arrive later.
 */
export function listMissingProofs({
  verification,
  documents,
  provider,
  session,
}: Pick<OpenRelease, 'verification' | 'documents' | 'provider' | 'session'>): MissingProof[] {
  if (verification === 'verified') return [];
  if (provider) return session ? [] : ['session'];
  return [
    ...(documents.some((kind) => kind !== 'face-picture') ? [] : (['id-document'] as const)),
    ...(documents.includes('face-picture') ? [] : (['face-picture'] as const)),
  ];
}

/** Whether the person may still have something to do at the provider, although they can sign. */
export function canContinueCheck({
  verification,
  session,
}: Pick<OpenRelease, 'verification' | 'session'>): boolean {
  return verification !== 'verified' && (session === 'created' || session === 'resubmission');
}
