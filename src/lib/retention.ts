/**
 * How long records are retained, in months, after they have served their purpose. The policy shows these
 * periods, and a daily job enforces them (docs/privacy.md).
 */
export const RETENTION_MONTHS = {
  rejectedApplications: 12,
  answeredMessages: 24,
  handledPaymentEvents: 24,
  notifications: 12,
  mailFiles: 3,
} as const;

export type RetentionPeriod = keyof typeof RETENTION_MONTHS;
