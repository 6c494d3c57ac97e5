import type { ComplaintKind } from '#src/features/trust/complaints/complaints.schema.ts';

type State<Instant> = {
  kind: ComplaintKind;
  decidedAt: Instant | null;
  appealDueAt: Instant | null;
};

/**
 * Why a party cannot add files to a complaint; null if it can. Nobody shall send us pictures of minors:
 * whoever has them commits a crime.
 */
export function evidenceRefusal<Instant>({
  kind,
  decidedAt,
  appealDueAt,
}: State<Instant>): string | null {
  if (kind === 'minor') {
    return 'Files can’t be added to a report about someone under 18. Describe what you saw instead';
  }
  if (decidedAt && !appealDueAt) return 'We have already decided on this report';
  return null;
}
