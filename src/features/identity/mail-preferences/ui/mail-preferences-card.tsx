import { Button, Radio, Skeleton, Stack, Switch } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { AccountUnavailable } from '#src/features/identity/auth/ui/account-unavailable.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import type { MailFrequency, MailPreferences } from '../mail-preferences.schema.ts';
import account from '#src/features/identity/accounts/ui/my-account-page.module.css';
import styles from './mail-preferences-card.module.css';

const preferencesQuery = queryOptions({
  queryKey: ['mail-preferences'],
  queryFn: () => call(client.api['mail-preferences'].$get()),
  // A refetch must not overwrite the form's draft.
  refetchOnWindowFocus: false,
});

/** Chooses which emails the user receives. */
export function MailPreferencesCard() {
  const { data, isError, refetch } = useQuery(preferencesQuery);
  return (
    <section
      id="emails"
      className={`${account.card} ${styles.card}`}
      aria-labelledby="emails-title"
      aria-busy={!data && !isError}
    >
      <h2 id="emails-title">Email notifications</h2>
      {data ? (
        <PreferencesForm initial={data} />
      ) : isError ? (
        <AccountUnavailable onRetry={refetch} />
      ) : (
        <Skeleton height={150} />
      )}
    </section>
  );
}

function PreferencesForm({ initial }: { initial: MailPreferences }) {
  const queryClient = useQueryClient();
  const { form, values, busy, change, reset } = useAppForm<MailPreferences>({
    initial,
    validate: () => ({}),
    async send(json) {
      await call(client.api['mail-preferences'].$put({ json }));
      queryClient.setQueryData(preferencesQuery.queryKey, json);
      reset(json);
      toast.success('Success', { description: 'Email preferences saved' });
    },
    onError(error) {
      toast.error('Error', { description: error.message || 'Failed to save email preferences' });
      return null;
    },
  });
  return (
    <form {...form} className={account.form}>
      {values.posts && <PostMails value={values.posts} onChange={(posts) => change({ posts })} />}
      {values.tasks && (
        <Stack gap={0}>
          <TaskMails
            label="Tasks"
            description="A new task, a new due date, and reminders of it"
            value={values.tasks}
            onChange={(tasks) => change({ tasks })}
          />
          <TaskMails
            label="Decisions"
            description="When your work was accepted, refused or sent back"
            value={values.task_decisions}
            onChange={(decisions) => change({ task_decisions: decisions })}
          />
        </Stack>
      )}
      {values.team && <TeamMails value={values.team} onChange={(team) => change({ team })} />}
      <p className={account.soft}>{alwaysSent(values)}</p>
      <Button type="submit" size="md" radius="xl" loading={busy} className={account.save}>
        Save Email Preferences
      </Button>
    </form>
  );
}

function alwaysSent({ posts, team }: MailPreferences): string {
  if (!sendsMail())
    return 'This platform doesn’t send emails yet. Your choice counts once it does.';
  if (posts) {
    return 'Subject lines never name anyone. Emails about your password, payments and cancellations are always sent.';
  }
  return team
    ? 'Emails about your password are always sent.'
    : 'Emails about your password and your payouts are always sent.';
}

const POST_FREQUENCIES: { value: MailFrequency; label: string; description: string }[] = [
  { value: 'at_once', label: 'Right away', description: 'Within minutes of every new post' },
  { value: 'daily', label: 'Daily', description: 'One email a day, if there is anything new' },
  { value: 'weekly', label: 'Weekly', description: 'One email every Friday' },
  { value: 'off', label: 'Never', description: 'New posts only show in the bell' },
];

type PostMailsProps = { value: MailFrequency; onChange: (value: MailFrequency) => void };

const PostMails = ({ value, onChange }: PostMailsProps) => (
  <Radio.Group
    label="New posts from people you subscribe to"
    value={value}
    onChange={(chosen) => onChange(chosen as MailFrequency)}
  >
    <Stack gap={0} mt="xs">
      {POST_FREQUENCIES.map((option) => (
        <Radio key={option.value} classNames={{ body: styles.option! }} {...option} />
      ))}
    </Stack>
  </Radio.Group>
);

const TEAM_FREQUENCIES: { value: TeamFrequency; label: string; description: string }[] = [
  { value: 'at_once', label: 'Right away', description: 'Within a minute' },
  {
    value: 'daily',
    label: 'Daily',
    description: 'One email each morning, if there is anything new',
  },
  { value: 'off', label: 'Never', description: 'It only shows in the bell' },
];

type TeamFrequency = NonNullable<MailPreferences['team']>;
type TeamMailsProps = { value: TeamFrequency; onChange: (value: TeamFrequency) => void };

const TeamMails = ({ value, onChange }: TeamMailsProps) => (
  <Radio.Group
    label="When a colleague mentions you, comments on what you own, or gives you something to own"
    value={value}
    onChange={(chosen) => onChange(chosen as TeamFrequency)}
  >
    <Stack gap={0} mt="xs">
      {TEAM_FREQUENCIES.map((option) => (
        <Radio key={option.value} classNames={{ body: styles.option! }} {...option} />
      ))}
    </Stack>
  </Radio.Group>
);

type OnOrOff = 'at_once' | 'off';
type TaskMailsProps = {
  label: string;
  description: string;
  value: OnOrOff | undefined;
  onChange: (value: OnOrOff) => void;
};

const TaskMails = ({ label, description, value, onChange }: TaskMailsProps) => (
  <Switch
    label={label}
    description={description}
    classNames={{ body: styles.option! }}
    checked={value === 'at_once'}
    onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'at_once' : 'off')}
  />
);
