import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

/** Maximum number of notifications in the list. */
export const STAFF_NOTIFICATION_LIMIT = 50;

/** What concerns one person: records that a colleague gave them, and comments. */
export const PERSONAL_KINDS = [
  'assigned_application',
  'assigned_task',
  'assigned_influencer',
  'assigned_message',
  'assigned_complaint',
  'comment_application',
  'comment_task',
  'comment_message',
  'comment_complaint',
] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

/** What waits for the staff; `strikes`, `agreement`, `refund`, `payment_event` and `ledger_finding` are for admins only. */
export const WAITING_KINDS = [
  'application',
  'answer',
  'task',
  'message',
  'influencer_message',
  'complaint',
  'post_review',
  'strikes',
  'blocked_post',
  'identity_check',
  'expiring_document',
  'unusual_use',
  'bank_details',
  'tax_details',
  'agreement',
  'dispute',
  'refund',
  'provider_change',
  'lost_days',
  'payment_event',
  'ledger_finding',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

export const STAFF_NOTIFICATION_KINDS = [...WAITING_KINDS, ...PERSONAL_KINDS] as const;
export type StaffNotificationKind = (typeof STAFF_NOTIFICATION_KINDS)[number];

export const staffNotificationSchema = z.object({
  /** The record that is opened: the application, task, message, influencer, subscription, payment event, finding, complaint, post, performer, agreement or dispute. */
  id: z.uuid(),
  kind: z.enum(STAFF_NOTIFICATION_KINDS),
  createdAt: instantSchema,
  isRead: z.boolean(),
  /** The person, or the title of the task or message. */
  title: z.string(),
  /** The category, answer, influencer, topic, error or comment; may be empty. */
  detail: z.string(),
});
export type StaffNotification = z.infer<typeof staffNotificationSchema>;

export const staffNotificationListSchema = z.object({
  notifications: z.array(staffNotificationSchema),
});
export const unreadStaffNotificationsSchema = z.object({ count: z.int() });
/** Without an id, all are marked as read. */
export const markStaffNotificationsReadSchema = z.object({ id: z.uuid().optional() });
