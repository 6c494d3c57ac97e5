import { Radio, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import type { TermLevel } from '#src/features/identity/banned-terms/banned-terms.schema.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { newTermSchema } from '../banned-term-list.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshBannedTerms } from './banned-terms-queries.ts';
import { TermMatches } from './term-matches.tsx';

/** Adds a banned term, after showing which existing texts contain it. */
export function AddTermDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <FormDialog
      title="Add Term"
      size="34rem"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <AddTermForm onCancel={onCancel} onDone={onClose} />}
    </FormDialog>
  );
}

/** Debounce of the search for existing texts in milliseconds. */
const TYPING_PAUSE = 400;

function AddTermForm({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { term: '', level: 'refuse' as TermLevel },
    isUnsaved: ({ term }) => term.trim() !== '',
    validate: (typed) => fieldErrors<'term' | 'level'>(newTermSchema.safeParse(typed)),
    async send(typed) {
      await call(client.api['banned-terms'].$post({ json: newTermSchema.parse(typed) }));
      toast.success('Success', { description: 'Term added' });
      void refreshBannedTerms(queryClient);
      onDone();
    },
  });
  const [searched] = useDebouncedValue(values.term.trim(), TYPING_PAUSE);
  return (
    <form {...form} className={dialog.form}>
      <TextInput
        label="Term"
        description="One or more words. Case, accents, look-alike letters and digits, separated letters and invisible characters make no difference."
        withAsterisk
        maxLength={100}
        data-autofocus
        value={values.term}
        error={errors.term}
        onChange={({ currentTarget }) => change({ term: currentTarget.value })}
      />
      <Radio.Group
        label="What happens"
        value={values.level}
        error={errors.level}
        onChange={(level) => change({ level: level as TermLevel })}
      >
        <Stack gap="0.6rem" mt="0.4rem">
          <Radio
            value="refuse"
            label="Refuse"
            description="A text or message with it can’t be saved or sent, and a search for it finds nothing. Reports may quote it."
          />
          <Radio
            value="flag"
            label="Flag"
            description="The text is saved. A post with it needs the approval of two people."
          />
        </Stack>
      </Radio.Group>
      {searched.length >= 2 && (
        <section aria-label="Existing texts">
          <TermMatches term={searched} />
        </section>
      )}
      <FormActions submitLabel="Add Term" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
