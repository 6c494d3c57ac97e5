import { Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CATEGORIES, type Category } from '#src/lib/categories.ts';
import { CategoryBadge } from '#src/ui/category-badge.tsx';
import { CAPTION_MAXIMUM_LENGTH } from '../posts.schema.ts';
import { postableInfluencersQuery } from './content-posts.ts';
import styles from './new-post-fields.module.css';

export type NewPostValues = { caption: string; category: Category | null; influencerId: string };
export type NewPostErrors = Partial<Record<keyof NewPostValues | 'uploadIds', string>>;

type NewPostFieldsProps = {
  values: NewPostValues;
  errors: NewPostErrors;
  onChange: (patch: Partial<NewPostValues>) => void;
};

/** Caption, category and influencer of a new post. */
export function NewPostFields({ values, errors, onChange }: NewPostFieldsProps) {
  const { caption, category } = values;
  return (
    <div className={styles.fields}>
      <Textarea
        id="caption"
        className={styles.caption}
        label="Caption"
        withAsterisk
        autosize
        minRows={4}
        maxRows={14}
        maxLength={CAPTION_MAXIMUM_LENGTH}
        placeholder="What should the subscribers read?"
        description={`${caption.length} / ${CAPTION_MAXIMUM_LENGTH}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={caption}
        error={errors.caption}
        onChange={(event) => onChange({ caption: event.currentTarget.value })}
      />
      <Select
        id="category"
        label="Category"
        withAsterisk
        searchable
        placeholder="Choose a category"
        nothingFoundMessage="No such category"
        data={CATEGORIES}
        value={category}
        error={errors.category}
        renderOption={({ option }) => <CategoryBadge category={option.value as Category} />}
        onChange={(value) => onChange({ category: value as Category | null })}
      />
      <InfluencerSelect
        value={values.influencerId}
        error={errors.influencerId}
        onChange={(influencerId) => onChange({ influencerId })}
      />
    </div>
  );
}

type InfluencerSelectProps = {
  value: string;
  error: string | undefined;
  onChange: (influencerId: string) => void;
};

function InfluencerSelect({ value, error, onChange }: InfluencerSelectProps) {
  const { data = [], isPending, isError } = useQuery(postableInfluencersQuery);
  const options = data.map(({ id, fullName }) => ({ value: id, label: fullName || 'Unknown' }));
  const chosen = options.find((option) => option.value === value);
  return (
    <Select
      id="influencer"
      label="Influencer"
      withAsterisk
      searchable
      limit={100}
      placeholder={isPending ? 'Loading...' : 'Choose an influencer'}
      nothingFoundMessage={isError ? 'Failed to fetch influencers' : 'No influencers found'}
      data={options}
      value={value || null}
      error={error ?? (isError ? 'Failed to fetch influencers' : undefined)}
      leftSection={chosen && <Initial name={chosen.label} />}
      renderOption={({ option }) => (
        <span className={styles.person}>
          <Initial name={option.label} /> {option.label}
        </span>
      )}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}

const Initial = ({ name }: { name: string }) => (
  <span className={styles.initial} aria-hidden="true">
    {name.charAt(0).toUpperCase()}
  </span>
);
