import { filesNotReady, type UploadItem } from '#src/features/content/media/ui/upload-items.ts';
import { newPostSchema } from '#src/features/content/posts/posts.schema.ts';
import { formatTime } from '#src/lib/dates.ts';
import type { NewPostValues } from './new-post-fields.tsx';
import { scheduleError, type Schedule } from './schedule-time.ts';

/** What is focused when the field is the first with an error, in the order of the screen. */
export const FOCUS = {
  mediaIds: 'choose-files',
  caption: 'caption',
  category: 'category',
  influencerId: 'influencer',
  publishAt: 'publish-at',
} as const;

export type NewPostErrors = Partial<Record<keyof typeof FOCUS, string>>;

type NewPost = NewPostValues & { items: UploadItem[]; schedule: Schedule };

/** What keeps a post from being published, by field. */
export function findErrors({ items, schedule, ...values }: NewPost): NewPostErrors {
  const mediaIds = items.map(({ mediaId, key }) => mediaId ?? key);
  const result = newPostSchema.safeParse({ ...values, mediaIds });
  const messages: Record<string, string | null | undefined> = Object.fromEntries(
    (result.error?.issues ?? []).map(({ path, message }) => [path[0], message]),
  );
  messages.mediaIds ??= filesNotReady(items);
  messages.publishAt = scheduleError(schedule);
  const fields = Object.keys(FOCUS) as (keyof typeof FOCUS)[];
  return Object.fromEntries(
    fields.flatMap((field) => (messages[field] ? [[field, messages[field]]] : [])),
  );
}

/** What is said when a post was made, and when it will be seen if that is not now. */
export function publishedText(items: UploadItem[], publishAt: string | undefined): string {
  const made = 'Post created successfully';
  if (publishAt) return `${made}. It will be published on ${formatTime(publishAt)}.`;
  return items.every(({ state }) => state === 'ready')
    ? made
    : `${made}. It appears as soon as its files are processed.`;
}
