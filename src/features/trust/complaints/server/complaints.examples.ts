import type { Complaint, ComplaintRow } from '../complaints.schema.ts';
import type { ReportStatus } from '../reports.schema.ts';

export const COMPLAINT_ROW: ComplaintRow = {
  id: '6f1e2d3c-8f40-4d0b-9a3e-1b6c7d8e9f01',
  kind: 'copyright',
  state: 'open',
  label: 'Post of Marlowe Vesperine: Behind the curtain',
  reporter: 'Ines Calloway',
  createdAt: '2026-11-20T09:00:00.000Z',
  dueAt: '2026-12-02T09:00:00.000Z',
  decidedAt: null,
  outcome: null,
  isLate: false,
  isHidden: false,
  owner: null,
};

export const COMPLAINT: Complaint = {
  ...COMPLAINT_ROW,
  reference: 'RP-6F1E2D3C',
  source: 'form',
  version: 1,
  address: 'https://example.com/marlowe',
  explanation: 'The second picture of this post was taken by me.',
  email: 'ines@example.test',
  work: 'The picture “Curtain, no. 4”, published on my own site in 2024',
  signature: 'Ines Calloway',
  postId: '9a713288-892b-4891-b168-b0a1535a054c',
  hidesPostAt: null,
  influencer: { id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11', name: 'Marlowe Vesperine' },
  policy: null,
  reason: null,
  decisionText: null,
  decidedBy: null,
  isOwnDecision: false,
  copies: [],
  appeals: [],
  events: [
    {
      id: '1c2d3e4f-8f40-4d0b-9a3e-1b6c7d8e9f02',
      event: 'received',
      text: null,
      actor: null,
      createdAt: '2026-11-20T09:00:00.000Z',
    },
  ],
};

export const REPORT_STATUS: ReportStatus = {
  party: 'reporter',
  reference: 'RP-6F1E2D3C',
  kind: 'copyright',
  state: 'open',
  address: 'https://example.com/marlowe',
  createdAt: '2026-11-20T09:00:00.000Z',
  dueAt: '2026-12-02T09:00:00.000Z',
  question: null,
  information: [],
  decision: null,
  appeals: [],
  appealUntil: null,
  needsCounterNotice: false,
  needsSignature: false,
};
