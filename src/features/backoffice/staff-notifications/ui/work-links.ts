import type { LinkProps } from '@tanstack/react-router';
import {
  Banknote,
  BookOpenCheck,
  CloudAlert,
  CreditCard,
  FileQuestion,
  FileUser,
  FilePenLine,
  FileX,
  Flag,
  Gavel,
  GitCompareArrows,
  DatabaseBackup,
  HandCoins,
  IdCard,
  Images,
  Landmark,
  ListTodo,
  Mail,
  MessageSquare,
  ReceiptText,
  Scale,
  ScanFace,
  ShieldAlert,
  ShieldCheck,
  TimerOff,
  TriangleAlert,
  Undo2,
  UserRoundX,
  type LucideIcon,
} from 'lucide-react';
import type { WorkKind } from '../work-queue.schema.ts';

type WorkLink = {
  /** What waits: one, and many. */
  labels: [one: string, many: string];
  icon: LucideIcon;
  /** The list of the records, with the longest wait first where it has such an order. */
  link: Pick<LinkProps, 'hash'> & {
    to: NonNullable<LinkProps['to']>;
    search?: Record<string, string>;
  };
};

/** How each kind of work is named, and where it is done. */
export const WORK_LINKS: Record<WorkKind, WorkLink> = {
  application: {
    labels: ['application to review', 'applications to review'],
    icon: FileUser,
    link: { to: '/applications', search: { status: 'pending', sort: 'received' } },
  },
  answer: {
    labels: ['answer from an applicant', 'answers from applicants'],
    icon: FileQuestion,
    link: { to: '/applications', search: { status: 'pending', sort: 'received' } },
  },
  task: {
    labels: ['submission to review', 'submissions to review'],
    icon: ListTodo,
    link: { to: '/tasks', search: { status: 'review' } },
  },
  overdue_task: {
    labels: ['overdue task', 'overdue tasks'],
    icon: TimerOff,
    link: { to: '/tasks', search: { status: 'overdue', sort: 'due' } },
  },
  message: {
    labels: ['message from a visitor', 'messages from visitors'],
    icon: Mail,
    link: { to: '/inbox' },
  },
  influencer_message: {
    labels: ['message from an influencer', 'messages from influencers'],
    icon: MessageSquare,
    link: { to: '/inbox' },
  },
  complaint: {
    labels: ['complaint to decide', 'complaints to decide'],
    icon: Flag,
    link: { to: '/complaints', search: { state: 'open' } },
  },
  post_review: {
    labels: ['post to review', 'posts to review'],
    icon: ShieldCheck,
    link: { to: '/reviews' },
  },
  strikes: {
    labels: ['account with strikes to decide about', 'accounts with strikes to decide about'],
    icon: Gavel,
    link: { to: '/influencers', search: { status: 'strikes' } },
  },
  blocked_post: {
    labels: ['blocked post', 'blocked posts'],
    icon: UserRoundX,
    link: { to: '/content', search: { state: 'blocked' } },
  },
  identity_check: {
    labels: ['identity to confirm', 'identities to confirm'],
    icon: ScanFace,
    link: { to: '/performers', search: { verification: 'to-confirm' } },
  },
  expiring_document: {
    labels: ['ID document to renew', 'ID documents to renew'],
    icon: IdCard,
    link: { to: '/performers', search: { verification: 'expiring' } },
  },
  unusual_use: {
    labels: ['fan with unusually many files', 'fans with unusually many files'],
    icon: Images,
    link: { to: '/users', search: { role: 'subscriber' } },
  },
  bank_details: {
    labels: ['bank account to confirm', 'bank accounts to confirm'],
    icon: Landmark,
    link: { to: '/influencers', search: { status: 'bank_details' } },
  },
  tax_details: {
    labels: ['set of tax details to confirm', 'sets of tax details to confirm'],
    icon: ReceiptText,
    link: { to: '/influencers', search: { status: 'tax_details' } },
  },
  agreement: {
    labels: ['agreement to countersign', 'agreements to countersign'],
    icon: FilePenLine,
    link: { to: '/agreements', search: { state: 'waiting' } },
  },
  dispute: {
    labels: ['dispute to answer', 'disputes to answer'],
    icon: ShieldAlert,
    link: { to: '/disputes', search: { status: 'opened' } },
  },
  file: {
    labels: ['file that failed', 'files that failed'],
    icon: FileX,
    link: { to: '/content', search: { state: 'failed' } },
  },
  payment: {
    labels: ['payment issue', 'payment issues'],
    icon: TriangleAlert,
    link: { to: '/subscribers', search: { status: 'past_due' } },
  },
  refund: {
    labels: ['refund to make by hand', 'refunds to make by hand'],
    icon: HandCoins,
    link: { to: '/subscribers', search: { status: 'refund_owed' } },
  },
  provider_change: {
    labels: ['change not confirmed by the provider', 'changes not confirmed by the provider'],
    icon: CloudAlert,
    link: { to: '/subscribers', search: { status: 'unconfirmed' } },
  },
  lost_days: {
    labels: [
      'suspended influencer whose fans lost paid days',
      'suspended influencers whose fans lost paid days',
    ],
    icon: Undo2,
    link: { to: '/subscribers', search: { status: 'withheld' } },
  },
  payment_event: {
    labels: ['failed payment event', 'failed payment events'],
    icon: CreditCard,
    link: { to: '/payment-events' },
  },
  ledger_finding: {
    labels: ['ledger finding to explain', 'ledger findings to explain'],
    icon: BookOpenCheck,
    link: { to: '/ledger-checks', search: { state: 'open' } },
  },
  correction: {
    labels: ['correction to approve', 'corrections to approve'],
    icon: Scale,
    link: { to: '/corrections', search: { status: 'proposed' } },
  },
  payout: {
    labels: ['payout to pay', 'payouts to pay'],
    icon: Banknote,
    link: { to: '/payouts', search: { status: 'pending', sort: 'period' } },
  },
  backup: {
    labels: ['backup that failed or is late', 'backups that failed or are late'],
    icon: DatabaseBackup,
    link: { to: '/dashboard', hash: 'system-status' },
  },
  reconciliation: {
    labels: ['difference with the provider', 'differences with the provider'],
    icon: GitCompareArrows,
    link: { to: '/reconciliation', search: { status: 'open' } },
  },
};
