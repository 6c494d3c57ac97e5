import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { StudioFilter, StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { SelectionBar } from '#src/ui/list-view/selection-bar.tsx';
import { useSelection, type Selection } from '#src/ui/list-view/use-selection.ts';
import { contentPostsQuery } from '../content-posts.ts';
import { usePostRows } from './post-rows.tsx';
import styles from './post-selection.module.css';

/** The selection among the loaded posts of a filter; it ends when the filter changes. */
export function usePostSelection(filter: StudioFilter): Selection<StudioPost> {
  const { data } = useInfiniteQuery(contentPostsQuery(filter));
  return useSelection({
    state: filter,
    pageRows: data?.pages.flatMap(({ posts }) => posts) ?? [],
  });
}

type PostCheckboxProps = { post: StudioPost; selection: Selection<StudioPost> };

/** Selects a post, or with Shift all posts from the previous one to it. */
export function PostCheckbox({ post, selection }: PostCheckboxProps) {
  return (
    <label className={styles.select}>
      <input
        type="checkbox"
        aria-label={`Select the post from ${post.influencer?.fullName ?? 'an unknown influencer'}`}
        checked={selection.isSelected(post)}
        onChange={({ nativeEvent }) =>
          selection.toggle(post, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}

/** The actions for the selected posts. */
export function PostSelectionBar({ selection }: { selection: Selection<StudioPost> }) {
  const rows = usePostRows();
  return (
    <>
      {selection.rows.length > 0 && (
        <div className={styles.bar}>
          <SelectionBar
            selection={selection}
            more={
              selection.page !== 'all' && (
                <Button variant="subtle" size="compact-sm" onClick={selection.togglePage}>
                  Select all shown
                </Button>
              )
            }
            onClear={selection.clear}
          >
            {rows.actions(selection.rows, selection.clear)}
          </SelectionBar>
        </div>
      )}
      {rows.dialogs}
    </>
  );
}
