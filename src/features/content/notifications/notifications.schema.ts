import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

/** Maximum number of notifications in the list. */
export const NOTIFICATION_LIMIT = 50;

export const unreadCountSchema = z.object({ count: z.int() });

export const notificationSchema = z.object({
  id: z.uuid(),
  createdAt: instantSchema,
  /** Null while unread. */
  readAt: instantSchema.nullable(),
  isRead: z.boolean(),
  postId: z.uuid(),
  /** The preview of the caption. */
  captionPreview: z.string(),
  influencer: z.object({ id: z.uuid(), fullName: z.string() }),
});
export type Notification = z.infer<typeof notificationSchema>;

export const notificationListSchema = z.object({ notifications: z.array(notificationSchema) });

/** Without an influencer, all are marked as read. */
export const markReadSchema = z.object({ influencerId: z.uuid().optional() });
export const markedSchema = z.object({ marked: z.int() });
