import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { previewOf } from '../agreement-samples.rules.ts';
import { AgreementText } from './agreement-text.tsx';
import { agreementVersionQuery } from './agreements-queries.ts';

type VersionDialogProps = { id: string | null; onClose: () => void };

/** A version of a template with invented names and dates. */
export function VersionDialog({ id, onClose }: VersionDialogProps) {
  const shown = useLastDefined(id);
  return (
    <FormDialog title="Preview" size="44rem" isFullOnPhones opened={id !== null} onClose={onClose}>
      {() => shown && <Version id={shown} />}
    </FormDialog>
  );
}

function Version({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(agreementVersionQuery(id));
  if (data) return <AgreementText label="Preview" text={previewOf(data.kind, data.text)} />;
  return error || data === null ? (
    <InlineError text="Failed to fetch the text" onRetry={() => void refetch()} />
  ) : (
    <Skeleton height="20rem" />
  );
}
