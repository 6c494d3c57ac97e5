import { filesNotReady, type UploadItem } from '#src/features/content/media/ui/upload-items.ts';
import { newPostSchema } from '#src/features/content/posts/posts.schema.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import type { NewPostValues } from './new-post-fields.tsx';
import { scheduleError, type Schedule } from './schedule-time.ts';

/** Ids of the elements to focus for errors, in the order of the screen. */
export const FIELD_ELEMENT_IDS = {
  mediaIds: 'choose-files',
  caption: 'caption',
  category: 'category',
  influencerId: 'influencer',
  aiUse: 'ai-use',
  publishAt: 'publish-at',
} as const;

export type NewPostErrors = Partial<Record<keyof typeof FIELD_ELEMENT_IDS, string>>;

type NewPost = NewPostValues & { items: UploadItem[]; schedule: Schedule };

/** The errors that block publishing, by field. */
export function findErrors({ items, schedule, ...values }: NewPost): NewPostErrors {
  const mediaIds = items.map(({ mediaId, key }) => mediaId ?? key);
  const result = newPostSchema.safeParse({ ...values, mediaIds });
  const messages: Record<string, string | null | undefined> = Object.fromEntries(
    (result.error?.issues ?? []).map(({ path, message }) => [path[0], message]),
  );
  messages.mediaIds ??= filesNotReady(items);
  messages.publishAt = scheduleError(schedule);
  const fields = Object.keys(FIELD_ELEMENT_IDS) as (keyof typeof FIELD_ELEMENT_IDS)[];
  return Object.fromEntries(
    fields.flatMap((field) => (messages[field] ? [[field, messages[field]]] : [])),
  );
}

type Publication = { publishAt: string | undefined; needsReview: boolean };

/** The message after a post was created, with its time of publication. */
export function publishedText(
  items: UploadItem[],
  { publishAt, needsReview }: Publication,
): string {
  const created = 'Post created successfully';
  if (needsReview) return `${created}. It will be published once it’s approved.`;
  if (publishAt) return `${created}. It will be published on ${formatTime(publishAt)}.`;
  return items.every(({ state }) => state === 'ready')
    ? created
    : `${created}. It appears as soon as its files are processed.`;
}
