import type {
  BackOfficeSubscription,
  BackOfficeSubscriptionRow,
  SubscriptionFigures,
  SubscriptionPayment,
} from '../back-office-subscriptions.schema.ts';

const ROW: BackOfficeSubscriptionRow = {
  id: '6a1b0c9d-8e7f-4a6b-9c5d-4e3f2a1b0c9d',
  status: 'active',
  cancelAt: null,
  isOverdue: false,
  priceCents: 1999,
  currentPeriodEnd: '2026-12-20T18:30:00.000Z',
  pastDueSince: null,
  endedAt: null,
  endReason: null,
  createdAt: '2026-10-20T18:30:00.000Z',
  unused: null,
  subscriber: {
    id: '3b0f8a52-4f0e-4c7c-8f6e-1d2c3b4a5f60',
    fullName: 'Ivo Lindqvist',
    email: 'ivo@example.com',
    isDeleted: false,
    avatar: null,
  },
  influencer: {
    id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
    fullName: 'Marlowe Vesperine',
    isDeleted: false,
  },
};

const page = <Row>(row: Row) => ({ rows: [row], total: 1, previous: null, next: null });

export const PAGE_EXAMPLE = page(ROW);

export const CSV_EXAMPLE =
  'Subscriber,Email,Influencer,Status\r\nIvo Lindqvist,ivo@example.com,Marlowe Vesperine,active\r\n';

export const SUBSCRIPTION_EXAMPLE: BackOfficeSubscription = {
  ...ROW,
  currentPeriodStart: '2026-11-20T18:30:00.000Z',
  failedAttempts: 0,
  nextAttemptAt: null,
  plan: { priceCents: 2400, isActive: true },
  provider: 'stripe',
  providerSubscriptionId: 'sub_1QK2vE2eZvKYlo2C',
  providerCustomerId: 'cus_R9bB2eZvKYlo2C',
  unconfirmedSince: null,
};

export const FIGURES_EXAMPLE: SubscriptionFigures = {
  active: 212,
  cancelling: 9,
  pastDue: 4,
  paused: 2,
  newThisMonth: 31,
  endedThisMonth: 12,
  recurringCents: 421_788,
  endingCents: 17_991,
};

const PAYMENT: SubscriptionPayment = {
  id: '9d2c1f0e-5b7a-4c3d-8e21-7f6a5b4c3d2e',
  kind: 'charge',
  occurredAt: '2026-11-20T18:30:00.000Z',
  amountCents: 1999,
  provider: 'stripe',
  providerReference: 'pi_3QK2vE2eZvKYlo2C',
  periodStart: '2026-11-20T18:30:00.000Z',
  periodEnd: '2026-12-20T18:30:00.000Z',
  reverses: null,
  isRequestedHere: false,
  requestedBy: null,
  leftCents: 1999,
  requestedRefunds: [],
};
export const PAYMENTS_EXAMPLE = page(PAYMENT);
