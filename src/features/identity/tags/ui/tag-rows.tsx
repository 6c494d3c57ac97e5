import { Autocomplete, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { useBulkChange } from '#src/ui/records/use-bulk-change.tsx';
import { TAG_MAXIMUM_LENGTH, tagSchema, type TaggedKind } from '../tags.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { changeTags, refreshTags, tagsQuery, type Tagged } from './tags-queries.ts';

type Change = { tag: string; isTagged: boolean };
type Started<Row> = { rows: Row[]; isTagged: boolean; onDone: () => void };
type TagRowsOptions<Row> = { tagged: Tagged; labelOf: (row: Row) => string };

/** Tags the selected rows of a list, or removes a tag from them. Render `dialogs` beside the list. */
export function useTagRows<Row extends { id: string }>({ tagged, labelOf }: TagRowsOptions<Row>) {
  const queryClient = useQueryClient();
  const [started, setStarted] = useState<Started<Row> | null>(null);
  const shown = useLastDefined(started);
  const { kind } = tagged;
  const bulk = useBulkChange<Row, Change>({
    run: (ids, change) => changeTags(kind, { ids, ...change }),
    done: doneText,
    labelOf,
    refresh: () => refreshTags(queryClient, tagged),
  });
  const dialogs = (
    <>
      <FormDialog
        title={shown?.isTagged === false ? 'Remove a tag' : 'Add a tag'}
        size="26rem"
        opened={started !== null}
        onClose={() => setStarted(null)}
      >
        {(onCancel) =>
          shown && (
            <TagForm
              kind={kind}
              count={shown.rows.length}
              isTagged={shown.isTagged}
              onCancel={onCancel}
              onSend={(tag) => {
                setStarted(null);
                bulk.change(shown.rows, { tag, isTagged: shown.isTagged }, shown.onDone);
              }}
            />
          )
        }
      </FormDialog>
      {bulk.refusals}
    </>
  );
  const buttons = (rows: Row[], onDone: () => void) => (
    <>
      <TagButton label="Tag" onClick={() => setStarted({ rows, isTagged: true, onDone })} />
      <TagButton label="Remove tag" onClick={() => setStarted({ rows, isTagged: false, onDone })} />
    </>
  );
  return { buttons, dialogs };
}

const doneText = (count: number, { tag, isTagged }: Change) =>
  isTagged ? `Tagged ${count} with “${tag}”` : `Removed “${tag}” from ${count}`;

const TagButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="sm" radius="xl" variant="default" onClick={onClick}>
    {label}
  </Button>
);

const formSchema = z.object({ tag: tagSchema });

type TagFormProps = {
  kind: TaggedKind;
  count: number;
  isTagged: boolean;
  onCancel: () => void;
  onSend: (tag: string) => void;
};

function TagForm({ kind, count, isTagged, onCancel, onSend }: TagFormProps) {
  const { data: known = [] } = useQuery(tagsQuery(kind));
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { tag: '' },
    validate: (typed) => fieldErrors(formSchema.safeParse(typed)),
    send: async ({ tag }) => onSend(tag.trim()),
  });
  return (
    <form {...form} className={dialog.form}>
      <Autocomplete
        label="Tag"
        description={isTagged ? 'Choose a tag, or type a new one.' : 'Choose the tag to remove.'}
        data-autofocus
        maxLength={TAG_MAXIMUM_LENGTH}
        data={known}
        value={values.tag}
        error={errors.tag}
        onChange={(tag) => change({ tag })}
      />
      <FormActions
        submitLabel={isTagged ? `Tag ${count}` : `Remove from ${count}`}
        failure={failure}
        isBusy={busy}
        onCancel={onCancel}
      />
    </form>
  );
}
