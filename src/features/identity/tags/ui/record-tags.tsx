import { TagsInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '#src/ui/elements/toast.ts';
import { TAG_LIMIT, TAG_MAXIMUM_LENGTH } from '../tags.schema.ts';
import styles from './record-tags.module.css';
import { changeTags, refreshTags, tagsQuery, type Tagged } from './tags-queries.ts';

type RecordTagsProps = { id: string; tags: string[]; tagged: Tagged };

/** The tags of a record, which can be changed. */
export function RecordTags({ id, tags, tagged }: RecordTagsProps) {
  const queryClient = useQueryClient();
  const { data: known = [] } = useQuery(tagsQuery(tagged.kind));
  const { mutate, isPending, variables } = useMutation({
    async mutationFn(next: string[]) {
      const added = next.filter((tag) => !tags.includes(tag));
      const removed = tags.filter((tag) => !next.includes(tag));
      for (const tag of [...added, ...removed]) {
        const change = { ids: [id], tag, isTagged: added.includes(tag) };
        const { refused } = await changeTags(tagged.kind, change);
        if (refused[0]) throw new Error(refused[0].reason);
      }
    },
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => refreshTags(queryClient, tagged),
  });
  return (
    <TagsInput
      label="Tags"
      placeholder={tags.length === 0 ? 'Add a tag' : ''}
      size="sm"
      className={styles.tags}
      data={known}
      value={isPending ? variables : tags}
      readOnly={isPending}
      maxTags={TAG_LIMIT}
      maxLength={TAG_MAXIMUM_LENGTH}
      onChange={mutate}
    />
  );
}
