import { Button, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { taskTemplatesQuery } from '#src/features/work/tasks/ui/template-queries.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { CreateButton } from '#src/ui/list-view/create-button.tsx';
import { InlineError, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import type { Rule } from '../automation.schema.ts';
import styles from './automation-page.module.css';
import { refreshAutomation, rulesQuery, saveRule } from './automation-queries.ts';
import { RuleDialog, type EditedRule } from './rule-dialog.tsx';
import { RuleRuns } from './rule-runs.tsx';
import { ruleText } from './rule-text.ts';
import { TemplateDialog, type EditedTemplate } from './template-dialog.tsx';

/** Templates of tasks, and for admins the rules that use them. */
export function AutomationPage() {
  const isAdmin = useSession()?.role === 'admin';
  return (
    <>
      <PageHead
        title="Automation"
        subtitle="Task templates, and rules that create tasks and notes for you."
      />
      <div className={styles.panels}>
        <Templates />
        {isAdmin && <Rules />}
        {isAdmin && (
          <Panel title="Log">
            <RuleRuns />
          </Panel>
        )}
      </div>
    </>
  );
}

function Templates() {
  const { data: templates, error, refetch } = useQuery(taskTemplatesQuery);
  const [edited, setEdited] = useState<EditedTemplate | null>(null);
  return (
    <Panel
      title="Task templates"
      aside={<CreateButton label="New Template" onClick={() => setEdited({})} />}
    >
      {error && <InlineError text="Failed to fetch the templates" onRetry={() => void refetch()} />}
      {templates?.length === 0 && (
        <p className={styles.empty}>No templates yet. Save a task that you assign often.</p>
      )}
      <ul className={styles.items}>
        {templates?.map((template) => (
          <li key={template.id}>
            <div>
              <strong>
                <bdi>{template.name}</bdi>
              </strong>
              <p>
                <bdi>{template.title}</bdi>
                {template.dueDays !== null &&
                  `, due after ${template.dueDays === 1 ? 'a day' : `${template.dueDays} days`}`}
              </p>
            </div>
            <Button
              variant="default"
              size="xs"
              radius="xl"
              aria-label={`Edit the template ${template.name}`}
              onClick={() => setEdited(template)}
            >
              Edit
            </Button>
          </li>
        ))}
      </ul>
      <TemplateDialog template={edited} onClose={() => setEdited(null)} />
    </Panel>
  );
}

function Rules() {
  const { data: rules, error, refetch } = useQuery(rulesQuery);
  const [edited, setEdited] = useState<EditedRule | null>(null);
  const create = <CreateButton label="New Rule" onClick={() => setEdited({})} />;
  return (
    <Panel title="Rules" aside={create}>
      {error && <InlineError text="Failed to fetch the rules" onRetry={() => void refetch()} />}
      {rules?.length === 0 && (
        <Notice
          icon={Workflow}
          title="No rules yet"
          text="A rule creates a task or a note when something happens, such as six days without a post."
        />
      )}
      <ul className={styles.items}>
        {rules?.map((rule) => (
          <li key={rule.id}>
            <div>
              <strong>
                <bdi>{rule.name}</bdi>
              </strong>
              <p>{ruleText(rule)}</p>
              <p>{runsText(rule.runs)}</p>
            </div>
            <div className={styles.actions}>
              <ActiveSwitch rule={rule} />
              <Button
                variant="default"
                size="xs"
                radius="xl"
                aria-label={`Edit the rule ${rule.name}`}
                onClick={() => setEdited(rule)}
              >
                Edit
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <RuleDialog rule={edited} onClose={() => setEdited(null)} />
    </Panel>
  );
}

function runsText(runs: number): string {
  if (runs === 0) return 'Hasn’t run yet';
  return `Has run ${runs === 1 ? 'once' : `${formatCount(runs, 1_000)} times`}`;
}

function ActiveSwitch({ rule }: { rule: Rule }) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (isActive: boolean) => saveRule({ ...rule, isActive }, rule.id),
    onSuccess: (_, isActive) =>
      toast.success('Success', { description: isActive ? 'Rule activated' : 'Rule paused' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => refreshAutomation(queryClient),
  });
  return (
    <Switch
      label="Active"
      aria-label={`Active: ${rule.name}`}
      checked={rule.isActive}
      disabled={isPending}
      onChange={({ currentTarget }) => mutate(currentTarget.checked)}
    />
  );
}
