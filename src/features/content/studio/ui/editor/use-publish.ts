import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { call, client } from '#src/client/client.ts';
import type { UploadItem } from '#src/features/content/media/ui/upload-items.ts';
import type { newPostSchema } from '#src/features/content/posts/posts.schema.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { refreshStudio } from '../content-posts.ts';
import { publicationRuleQuery } from '../publication-rule-query.ts';
import type { DraftSaver } from './draft-saver.ts';
import { publishedText, type NewPostErrors } from './new-post-errors.ts';

/** Publishes a draft, or schedules it. */
export function usePublish(saver: DraftSaver, refuse: (errors: NewPostErrors) => void) {
  const queryClient = useQueryClient();
  const { data: rule } = useQuery(publicationRuleQuery);
  const needsReview = rule !== undefined && rule.requiresReviews && rule.sampledPercent === null;
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);

  // Not a useMutation: those leave the page and lose the input when the session has expired.
  async function send(json: z.input<typeof newPostSchema>) {
    const { id, version } = await saver.pause();
    await call(
      client.api.posts[':id'].publish.$post({ param: { id }, json: { ...json, version } }),
    );
  }

  /** @returns whether it was published */
  async function publish(json: z.input<typeof newPostSchema>, items: UploadItem[]) {
    setIsBusy(true);
    setFailure(null);
    try {
      await send(json);
    } catch (error) {
      saver.resume();
      const isConflict = await saver.detectConflict(error).catch(() => false);
      setIsBusy(false);
      if (isConflict) return false;
      setFailure(error as Error);
      const fields = error instanceof ApiError ? (error.problem.errors ?? []) : [];
      refuse(Object.fromEntries(fields.map(({ path, message }) => [path, message])));
      return false;
    }
    toast.success('Success', {
      description: publishedText(items, { publishAt: json.publishAt, needsReview }),
    });
    void refreshStudio(queryClient);
    return true;
  }

  return { publish, isBusy, failure };
}
