import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { ErrorNotice, InlineError } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { AREA_LABELS } from '../policies.rules.ts';
import { POLICY_AREAS, type Policy, type PolicyArea } from '../policies.schema.ts';
import { policiesQuery, policyVersionsQuery } from './policies-queries.ts';
import styles from './policies.module.css';
import { PolicyDialog, type OpenPolicy } from './policy-dialog.tsx';
import { PolicyText } from './policy-text.tsx';

/** The reasons that decisions on posts and complaints can have, with their versions. */
export function PoliciesPage() {
  const { data, error, refetch } = useQuery(policiesQuery);
  return (
    <>
      <PageHead
        title="Policies"
        subtitle="The reasons for decisions on posts and complaints. A change is a new version; decisions that were made stay as they were."
      />
      {data ? (
        <div className={styles.stack}>
          {POLICY_AREAS.map((area) => (
            <Area key={area} area={area} policies={data.filter((policy) => policy.area === area)} />
          ))}
        </div>
      ) : error ? (
        <ErrorNotice title="Failed to fetch the policies" onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading policies">
          <Skeleton height="16rem" />
        </div>
      )}
    </>
  );
}

const TEXTS: Record<PolicyArea, string> = {
  review: 'The influencer reads the reason when a post is returned or rejected.',
  complaint: 'The reporter and the influencer read the reason of the decision.',
};

function Area({ area, policies }: { area: PolicyArea; policies: Policy[] }) {
  const isAdmin = useSession()?.role === 'admin';
  const [editing, setEditing] = useState<OpenPolicy | null>(null);
  const [viewed, setViewed] = useState<Policy | null>(null);
  // What is not in use comes last.
  const inOrder = [
    ...policies.filter(({ isActive }) => isActive),
    ...policies.filter(({ isActive }) => !isActive),
  ];
  return (
    <Panel
      title={AREA_LABELS[area]}
      aside={
        isAdmin && (
          <Button
            variant="default"
            radius="xl"
            size="xs"
            leftSection={<Plus size={16} aria-hidden="true" />}
            aria-label={`New policy for ${AREA_LABELS[area].toLowerCase()}`}
            onClick={() => setEditing({ area, policy: null })}
          >
            New Policy
          </Button>
        )
      }
    >
      <p className={styles.soft}>{TEXTS[area]}</p>
      <ul className={styles.list}>
        {inOrder.map((policy) => (
          <li key={policy.code}>
            <PolicyText policy={policy} />
            <span className={styles.buttons}>
              <Button
                variant="default"
                radius="xl"
                size="xs"
                aria-label={`Versions of “${policy.title}”`}
                onClick={() => setViewed(policy)}
              >
                Versions
              </Button>
              {isAdmin && (
                <Button
                  variant="default"
                  radius="xl"
                  size="xs"
                  aria-label={`Edit “${policy.title}”`}
                  onClick={() => setEditing({ area, policy })}
                >
                  Edit
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <PolicyDialog open={editing} onClose={() => setEditing(null)} />
      <VersionsDialog policy={viewed} onClose={() => setViewed(null)} />
    </Panel>
  );
}

type VersionsDialogProps = { policy: Policy | null; onClose: () => void };

function VersionsDialog({ policy, onClose }: VersionsDialogProps) {
  const shown = useLastDefined(policy);
  return (
    <FormDialog title="Versions" size="38rem" opened={policy !== null} onClose={onClose}>
      {() => shown && <Versions id={shown.id} />}
    </FormDialog>
  );
}

function Versions({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(policyVersionsQuery(id));
  if (error) {
    return <InlineError text={error.message} isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height="8rem" />;
  return (
    <ol className={styles.list}>
      {data.map((version, index) => (
        <li key={version.id}>
          <PolicyText policy={version} isEarlier={index > 0} />
        </li>
      ))}
    </ol>
  );
}
