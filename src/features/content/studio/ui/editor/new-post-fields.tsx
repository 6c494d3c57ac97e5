import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { CAPTION_MAXIMUM_LENGTH } from '#src/features/content/posts/posts.schema.ts';
import type { AiUse } from '#src/features/content/publication-rule/ai-use.schema.ts';
import { CATEGORIES, type Category } from '#src/lib/categories.ts';
import { CategoryBadge } from '#src/ui/elements/category-badge.tsx';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { AiUseSelect } from './ai-use-select.tsx';
import styles from './new-post-fields.module.css';
import { PeopleSelect, type PersonInPost } from './people-select.tsx';

export type NewPostValues = {
  caption: string;
  category: Category | null;
  aiUse: AiUse | null;
  influencerId: string | null;
  people: PersonInPost[];
};

type Change<T> = { values: T; onChange: (patch: Partial<T>) => void };
type PostText = Pick<NewPostValues, 'caption' | 'category' | 'aiUse'>;
type PostTextFieldsProps = Change<PostText> & {
  errors: Partial<Record<keyof PostText, string>>;
  children?: ReactNode;
};

/** Caption, category and use of AI of a post, with further fields in the same grid. */
export function PostTextFields({ values, errors, onChange, children }: PostTextFieldsProps) {
  return (
    <div className={styles.fields}>
      <CaptionField
        value={values.caption}
        error={errors.caption}
        onChange={(caption) => onChange({ caption })}
      />
      <CategorySelect
        value={values.category}
        error={errors.category}
        onChange={(category) => onChange({ category })}
      />
      {children}
      <AiUseSelect
        value={values.aiUse}
        error={errors.aiUse}
        onChange={(aiUse) => onChange({ aiUse })}
      />
    </div>
  );
}

type NewPostFieldsProps = Change<NewPostValues> & {
  errors: Partial<Record<keyof NewPostValues, string>>;
};

/** Caption, category, influencer, people and use of AI of a new post. */
export function NewPostFields({ values, errors, onChange }: NewPostFieldsProps) {
  return (
    <PostTextFields values={values} errors={errors} onChange={onChange}>
      <InfluencerSelect
        id="influencer"
        label="Influencer"
        withAsterisk
        value={values.influencerId}
        error={errors.influencerId}
        onChange={(influencerId) => onChange({ influencerId })}
      />
      <PeopleSelect
        people={values.people}
        influencerId={values.influencerId}
        onChange={(people) => onChange({ people })}
      />
    </PostTextFields>
  );
}

type FieldProps<T> = {
  value: T;
  error: string | undefined;
  onChange: (value: T) => void;
};

const CaptionField = ({ value, error, onChange }: FieldProps<string>) => (
  <TextArea
    id="caption"
    className={styles.caption}
    label="Caption"
    withAsterisk
    minRows={4}
    maxRows={14}
    maxLength={CAPTION_MAXIMUM_LENGTH}
    placeholder="Write a caption for your subscribers"
    description={`${value.length} / ${CAPTION_MAXIMUM_LENGTH}`}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** Selects the category of a post. */
export function CategorySelect({ value, error, onChange }: FieldProps<Category | null>) {
  return (
    <Select
      id="category"
      label="Category"
      withAsterisk
      searchable
      placeholder="Choose a category"
      nothingFoundMessage="No matching category"
      data={CATEGORIES}
      value={value}
      error={error}
      renderOption={({ option }) => <CategoryBadge category={option.value as Category} />}
      onChange={(category) => onChange(category as Category | null)}
    />
  );
}
