import type {
  DocumentKind,
  VerificationState,
} from '#src/features/agency/performers/verification.schema.ts';

/** What a person still has to upload before signing: an ID document and a picture of the face. */
export function listMissingDocuments({
  verification,
  documents,
}: {
  verification: VerificationState;
  documents: DocumentKind[];
}): ('id-document' | 'face-picture')[] {
  if (verification === 'verified') return [];
  return [
    ...(documents.some((kind) => kind !== 'face-picture') ? [] : (['id-document'] as const)),
    ...(documents.includes('face-picture') ? [] : (['face-picture'] as const)),
  ];
}
