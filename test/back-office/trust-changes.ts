import type { MakeCall } from './calls.ts';
import { type BackOfficeChange, withBody } from './change.ts';
import { onAppeal, onComplaint } from './complaint-calls.ts';

const withVersion =
  (make: MakeCall, body: object = {}): MakeCall =>
  async (context) =>
    withBody(await make(context), { version: 1, ...body });

const DECISION = {
  outcome: 'no_action',
  policy: 'no_violation',
  text: 'Nothing private is shown.',
};

export const trustChanges: Record<string, BackOfficeChange> = {
  'POST /api/complaints/{id}/hide': { make: withVersion(onComplaint) },
  'POST /api/complaints/{id}/restore': {
    make: withVersion((context) => onComplaint(context, { hidesPostSince: new Date() })),
  },
  'POST /api/complaints/{id}/questions': {
    make: withVersion(onComplaint, { question: 'Which picture?' }),
  },
  'POST /api/complaints/{id}/decision': { make: withVersion(onComplaint, DECISION) },
  'POST /api/complaints/{id}/appeal': { make: withVersion(onAppeal, DECISION) },
};
