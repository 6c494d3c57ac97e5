import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import type { TwoPeopleRule } from '#src/features/identity/two-people/two-people.rules.ts';
import { useTwoPeople } from '#src/features/identity/two-people/ui/use-two-people.tsx';
import { formatDate, formatTime } from '#src/lib/locale/screen-dates.ts';
import { toast } from '#src/ui/elements/toast.ts';
import type { Version } from '../payee-versions.schema.ts';
import { DeclineDialog } from './decline-dialog.tsx';
import styles from './payees.module.css';
import { RevealDialog, type Revealed } from './reveal-dialog.tsx';

type VersionsProps<V extends Version> = {
  payee: { confirmed: V | null; proposed: V | null; versions: V[] };
  /** "Bank details" */
  label: string;
  rule: TwoPeopleRule;
  /** Shown while nothing is confirmed or proposed. */
  empty: string;
  /** Shown below the confirmed version. */
  note?: string | false | null | undefined;
  /** What to check before a confirmation. */
  advice: string;
  /** On the button, without and with details. */
  addLabel: string;
  enterLabel: string;
  revealLabel: string;
  summary: (version: V) => ReactNode;
  form: (opened: boolean, onClose: () => void) => ReactNode;
  confirm: (versionId: string) => Promise<unknown>;
  decline: (versionId: string, reason: string) => Promise<unknown>;
  reveal: (versionId: string, reason: string) => Promise<Revealed>;
};

type Open = 'propose' | 'decline' | 'reveal' | null;

/** The versions of an influencer's details: confirm or decline a change, propose another. */
export function Versions<V extends Version>({ payee, label, ...props }: VersionsProps<V>) {
  const isAdmin = useSession()?.role === 'admin';
  const [open, setOpen] = useState<Open>(null);
  const { confirmed, proposed, versions } = payee;
  const latest = confirmed ?? proposed;
  const close = () => setOpen(null);
  return (
    <>
      {confirmed ? (
        props.summary(confirmed)
      ) : (
        <p className={styles.soft}>{proposed ? 'Nothing is confirmed yet.' : props.empty}</p>
      )}
      {props.note && <p className={styles.soft}>{props.note}</p>}
      {proposed && (
        <Proposal
          version={proposed}
          label={label}
          rule={props.rule}
          advice={props.advice}
          confirm={props.confirm}
          onDecline={() => setOpen('decline')}
        >
          {props.summary(proposed)}
        </Proposal>
      )}
      <div className={styles.actions}>
        <Button variant="default" radius="xl" onClick={() => setOpen('propose')}>
          {latest ? props.enterLabel : props.addLabel}
        </Button>
        {isAdmin && latest && (
          <Button variant="subtle" radius="xl" onClick={() => setOpen('reveal')}>
            {props.revealLabel}
          </Button>
        )}
      </div>
      {versions.length > 1 && <History versions={versions} summary={props.summary} />}
      {props.form(open === 'propose', close)}
      {proposed && (
        <DeclineDialog
          label={label}
          opened={open === 'decline'}
          decline={(reason) => props.decline(proposed.id, reason)}
          onClose={close}
        />
      )}
      {isAdmin && latest && (
        <RevealDialog
          label={props.revealLabel}
          opened={open === 'reveal'}
          reveal={(reason) => props.reveal(latest.id, reason)}
          onClose={close}
        />
      )}
    </>
  );
}

type ProposalProps = Pick<VersionsProps<Version>, 'label' | 'rule' | 'advice' | 'confirm'> & {
  version: Version;
  children: ReactNode;
  onDecline: () => void;
};

function Proposal({ version, label, rule, advice, ...props }: ProposalProps) {
  const { confirm, children, onDecline } = props;
  const { mutate, isPending } = useMutation({
    mutationFn: () => confirm(version.id),
    onSuccess: () => toast.success('Success', { description: `${label} confirmed` }),
    onError: ({ message }) => toast.error('Error', { description: message }),
  });
  const isAdmin = useSession()?.role === 'admin';
  const mayConfirm = !version.isOwnProposal && (isAdmin || !version.needsAdmin);
  const { isRefused, notice } = useTwoPeople(rule, mayConfirm ? [version.id] : []);
  const by = version.isByPayee ? 'the influencer' : (version.proposedBy ?? 'Unknown');
  return (
    <Alert variant="light" color="yellow" title="A change waits for confirmation">
      <div className={styles.account}>
        {children}
        <span>
          Entered by <bdi>{by}</bdi> on {formatTime(version.proposedAt)}
        </span>
        {version.isOwnProposal ? (
          <span>You entered it, so somebody else has to confirm it.</span>
        ) : !mayConfirm ? (
          <span>A colleague entered it, so an admin has to confirm it.</span>
        ) : (
          <span>{advice}</span>
        )}
        {notice}
        <div className={styles.actions}>
          {mayConfirm && (
            <Button radius="xl" disabled={isRefused} loading={isPending} onClick={() => mutate()}>
              Confirm
            </Button>
          )}
          <Button variant="default" radius="xl" onClick={onDecline}>
            Decline
          </Button>
        </div>
      </div>
    </Alert>
  );
}

const History = <V extends Version>({
  versions,
  summary,
}: {
  versions: V[];
  summary: (version: V) => ReactNode;
}) => (
  <details>
    <summary>All versions ({versions.length})</summary>
    <ul className={styles.versions}>
      {versions.map((version) => (
        <li key={version.id}>
          {summary(version)}
          <span className={styles.soft}>
            Entered by <bdi>{version.proposedBy ?? 'Unknown'}</bdi> on{' '}
            {formatDate(version.proposedAt)}
            {version.decidedAt && (
              <>
                , decided by <bdi>{version.decidedBy ?? 'Unknown'}</bdi> on{' '}
                {formatDate(version.decidedAt)}
              </>
            )}
            {version.reason && (
              <>
                : <bdi>{version.reason}</bdi>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  </details>
);
