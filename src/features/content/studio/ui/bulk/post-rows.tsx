import { Button, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import type { StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { AI_USE_LABELS } from '#src/features/content/publication-rule/ai-use.rules.ts';
import type { AiUse } from '#src/features/content/publication-rule/ai-use.schema.ts';
import { CATEGORIES, type Category } from '#src/lib/categories.ts';
import { captionPreview } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useBulkChange } from '#src/ui/records/use-bulk-change.tsx';
import { refreshStudio } from '../content-posts.ts';
import { AI_USE_OPTIONS } from '../editor/ai-use-select.tsx';
import { publicationRuleQuery } from '../publication-rule-query.ts';

type Step = 'publish' | 'to-draft' | 'delete';
type Change = Step | { category: Category } | { aiUse: AiUse };
type Confirming = { step: Step; posts: StudioPost[]; onDone: () => void };

const count = (posts: number) => (posts === 1 ? '1 post' : `${posts} posts`);

const CONFIRMATIONS: Record<
  Step,
  { title: (posts: string) => string; text: string; label: string }
> = {
  publish: {
    title: (posts) => `Publish ${posts} now?`,
    text: 'Subscribers will see them right away and be notified. Scheduled times are given up, and published posts can’t be scheduled again.',
    label: 'Publish now',
  },
  'to-draft': {
    title: (posts) => `Turn ${posts} into drafts?`,
    text: 'They won’t be published, and stay in the calendar as drafts planned for their times.',
    label: 'Back to draft',
  },
  delete: {
    title: (posts) => `Delete ${posts}?`,
    text: 'This action cannot be undone. Their views are deleted too, and their files unless another post or a task contains them.',
    label: 'Delete',
  },
};

const PUBLISHED_AFTER_REVIEW =
  'Subscribers will see them once they’re approved. Scheduled times are lost.';

function send(ids: string[], change: Change) {
  const { posts } = client.api;
  const json = { ids };
  if (change === 'publish') return call(posts.publish.$post({ json }));
  if (change === 'to-draft') return call(posts.unschedule.$post({ json }));
  if (change === 'delete') return call(posts.delete.$post({ json }));
  if ('aiUse' in change) return call(posts['ai-use'].$put({ json: { ids, ...change } }));
  return call(posts.category.$put({ json: { ids, ...change } }));
}

function doneText(changed: number, change: Change, needsReview: boolean): string {
  const posts = count(changed);
  if (change === 'publish') {
    return needsReview
      ? `${posts} published once they’re approved`
      : `${posts} published, or waiting for files`;
  }
  if (change === 'to-draft') return `${posts} turned into drafts`;
  if (change === 'delete') return `${posts} deleted`;
  if ('aiUse' in change) return `${posts} labelled: ${AI_USE_LABELS[change.aiUse]}`;
  return `${posts} moved to ${change.category}`;
}

/** Changes the selected posts, after a confirmation where a single post asks for one. */
export function usePostRows() {
  const queryClient = useQueryClient();
  const { data: rule } = useQuery(publicationRuleQuery);
  const needsReview = rule !== undefined && rule.requiresReviews && rule.sampledPercent === null;
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const shown = useLastDefined(confirming);
  const bulk = useBulkChange<StudioPost, Change>({
    run: send,
    done: (changed, change) => doneText(changed, change, needsReview),
    labelOf: ({ caption }) => captionPreview(caption) || 'No caption yet',
    refresh: () => refreshStudio(queryClient),
  });
  const text = CONFIRMATIONS[shown?.step ?? 'publish'];
  const dialogs = (
    <>
      <ConfirmDialog
        variant="card"
        title={text.title(count(shown?.posts.length ?? 0))}
        text={needsReview && shown?.step === 'publish' ? PUBLISHED_AFTER_REVIEW : text.text}
        opened={confirming !== null}
        isDangerous={shown?.step === 'delete'}
        cancelLabel="Cancel"
        confirmLabel={text.label}
        onCancel={() => setConfirming(null)}
        onConfirm={() => {
          setConfirming(null);
          if (confirming) bulk.change(confirming.posts, confirming.step, confirming.onDone);
        }}
      />
      {bulk.refusals}
    </>
  );
  const actions = (posts: StudioPost[], onDone: () => void) => (
    <PostRowActions
      isBusy={bulk.isBusy}
      onStep={(step) => setConfirming({ step, posts, onDone })}
      onCategory={(category) => bulk.change(posts, { category }, onDone)}
      onAiUse={(aiUse) => bulk.change(posts, { aiUse }, onDone)}
    />
  );
  return { actions, dialogs };
}

type PostRowActionsProps = {
  isBusy: boolean;
  onStep: (step: Step) => void;
  onCategory: (category: Category) => void;
  onAiUse: (aiUse: AiUse) => void;
};

const PostRowActions = ({ isBusy, onStep, onCategory, onAiUse }: PostRowActionsProps) => (
  <>
    <Select
      aria-label="Set the category"
      placeholder="Set category…"
      size="sm"
      w="11rem"
      data={CATEGORIES}
      value={null}
      disabled={isBusy}
      searchable
      nothingFoundMessage="No matching category"
      onChange={(category) => category && onCategory(category as Category)}
    />
    <Select
      aria-label="Say whether AI was used"
      placeholder="Set use of AI…"
      size="sm"
      w="11rem"
      data={AI_USE_OPTIONS}
      value={null}
      disabled={isBusy}
      onChange={(aiUse) => aiUse && onAiUse(aiUse as AiUse)}
    />
    {(['publish', 'to-draft', 'delete'] as const).map((step) => (
      <Button
        key={step}
        size="sm"
        radius="xl"
        variant="default"
        disabled={isBusy}
        onClick={() => onStep(step)}
      >
        {CONFIRMATIONS[step].label}
      </Button>
    ))}
  </>
);
