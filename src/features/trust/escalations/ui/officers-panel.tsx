import { Button, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { useTwoPeople } from '#src/features/identity/two-people/ui/use-two-people.tsx';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import {
  appointmentSchema,
  OFFICER_LABELS,
  OFFICER_ROLES,
  type OfficerRole,
  type Officers,
} from '../escalations.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { officersQuery, refreshEscalations } from './escalations-queries.ts';
import styles from './escalations.module.css';

type Officer = Officers['officers'][number];

/** Who may see and create escalations; admins appoint each other. */
export function OfficersPanel() {
  const { data, error, refetch } = useQuery(officersQuery);
  const [changed, setChanged] = useState<OfficerRole | null>(null);
  if (!data) {
    return error ? (
      <ErrorNotice title="Failed to fetch the officers" onRetry={() => void refetch()} />
    ) : (
      <PanelSkeleton label="Loading officers" height="8rem" />
    );
  }
  const officerOf = (role: OfficerRole) => data.officers.find((officer) => officer.role === role);
  return (
    <Panel title="Who may see escalations">
      <dl className={styles.officers}>
        {OFFICER_ROLES.map((role) => (
          <div key={role}>
            <dt>{OFFICER_LABELS[role]}</dt>
            <dd>
              <span dir="auto">{officerOf(role)?.user.name ?? 'Nobody'}</span>
              <Button size="xs" radius="xl" variant="default" onClick={() => setChanged(role)}>
                Change
                <span className="visually-hidden"> {OFFICER_LABELS[role].toLowerCase()}</span>
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <AppointDialog
        role={changed}
        current={changed ? officerOf(changed) : undefined}
        onClose={() => setChanged(null)}
      />
    </Panel>
  );
}

type AppointDialogProps = {
  role: OfficerRole | null;
  current: Officer | undefined;
  onClose: () => void;
};

function AppointDialog({ role, current, onClose }: AppointDialogProps) {
  const shown = useLastDefined(role);
  return (
    <FormDialog
      title={shown ? `Change ${OFFICER_LABELS[shown]}` : ''}
      size="30rem"
      opened={role !== null}
      onClose={onClose}
    >
      {(onCancel) =>
        shown && (
          <AppointForm role={shown} current={current} onClose={onClose} onCancel={onCancel} />
        )
      }
    </FormDialog>
  );
}

type AppointFormProps = Omit<AppointDialogProps, 'role'> & {
  role: OfficerRole;
  onCancel: () => void;
};

function AppointForm({ role, current, onClose, onCancel }: AppointFormProps) {
  const queryClient = useQueryClient();
  const { data } = useQuery(officersQuery);
  const isOnlyAdmin = data?.admins.length === 1;
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { userId: current?.user.id ?? null },
    validate: (typed: { userId: string | null }) =>
      fieldErrors<'userId'>(appointmentSchema.safeParse(typed)),
    async send({ userId }) {
      const { ':role': operation } = client.api['child-safety-officers'];
      await call(operation.$put({ param: { role }, json: { userId } }));
      await refreshEscalations(queryClient);
      toast.success('Success', { description: 'Officer changed' });
      onClose();
    },
  });
  const chosen = values.userId !== null && values.userId !== current?.user.id && !isOnlyAdmin;
  const { notice } = useTwoPeople('child-safety-officer', chosen ? [values.userId!] : []);
  return (
    <form {...form} className={dialog.form}>
      <p>
        Only an admin can be appointed, and another admin has to do it. Both are recorded in the
        audit trail.
      </p>
      <Select
        label={OFFICER_LABELS[role]}
        placeholder="Nobody"
        data={(data?.admins ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Appoint nobody' }}
        value={values.userId}
        error={errors.userId}
        onChange={(userId) => change({ userId })}
      />
      {notice}
      <FormActions submitLabel="Save" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
