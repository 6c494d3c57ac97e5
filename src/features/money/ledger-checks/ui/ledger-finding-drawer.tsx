import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import type { LedgerFinding } from '../ledger-checks.schema.ts';
import { ExplainDialog } from './explain-dialog.tsx';
import { FindingState } from './finding-state.tsx';
import { ledgerFindingQuery, refreshLedgerChecks } from './ledger-checks-queries.ts';
import styles from './ledger-finding-drawer.module.css';
import { figureText, ruleText } from './rule-text.ts';

type LedgerFindingDrawerProps = { id: string | undefined; onClose: () => void };

/** A finding with both figures, its record and its explanation. */
export function LedgerFindingDrawer({ id, onClose }: LedgerFindingDrawerProps) {
  const shown = useLastDefined(id);
  return (
    <RecordDrawer opened={id !== undefined} size="36rem" onClose={onClose}>
      {shown !== undefined && <OpenFinding key={shown} id={shown} />}
    </RecordDrawer>
  );
}

function OpenFinding({ id }: { id: string }) {
  const query = useQuery(ledgerFindingQuery(id));
  const { data } = query;
  return (
    <RecordInDrawer
      query={query}
      title={data ? ruleText(data.rule) : 'Finding'}
      subtitle={data && 'Ledger finding'}
      text={{
        loading: 'Loading the finding',
        failure: 'Failed to fetch the finding',
        missing: 'This finding doesn’t exist.',
      }}
    >
      {(finding) => (
        <>
          <div>
            <FindingState state={finding.state} />
          </div>
          <dl className={styles.figures}>
            <div>
              <dt>Expected</dt>
              <dd>{figureText(finding.expected)}</dd>
            </div>
            <div>
              <dt>Found</dt>
              <dd>{figureText(finding.found)}</dd>
            </div>
          </dl>
          <Facts finding={finding} />
          {finding.state !== 'resolved' && <Actions finding={finding} />}
        </>
      )}
    </RecordInDrawer>
  );
}

type FindingProps = { finding: LedgerFinding };

const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatTime(at)}</time>;

function Facts({ finding }: FindingProps) {
  const { firstFoundAt, sinceAt, lastFoundAt, resolvedAt } = finding;
  const { explanation, explainedBy, explainedAt, isOutdated } = finding;
  return (
    <FactList>
      <Fact label="Record">
        <Subject finding={finding} />
      </Fact>
      <Fact label="First found">
        <Time at={firstFoundAt} />
      </Fact>
      {sinceAt !== firstFoundAt && (
        <Fact label="These figures since">
          <Time at={sinceAt} />
        </Fact>
      )}
      <Fact label="Last found">
        <Time at={lastFoundAt} />
      </Fact>
      {resolvedAt && (
        <Fact label="Resolved">
          <Time at={resolvedAt} />
        </Fact>
      )}
      {explanation && explainedAt && (
        <Fact label="Explanation">
          <span dir="auto">{explanation}</span>
          <small>
            {explainedBy ?? 'Former colleague'}, <Time at={explainedAt} />
          </small>
          {isOutdated && <small>The figures have changed since then.</small>}
        </Fact>
      )}
    </FactList>
  );
}

const SUBJECTS: Record<LedgerFinding['subjectKind'], string> = {
  transaction: 'Transaction',
  payout: 'Payout',
  subscription: 'Subscription',
  total: 'Total',
};

function Subject({ finding: { subjectKind, subject, chargeId } }: FindingProps) {
  return (
    <>
      {SUBJECTS[subjectKind]}{' '}
      {subjectKind === 'total' ? subject : <CopyableText name="record id" text={subject} />}
      {subjectKind === 'subscription' && (
        <Link to="/subscribers" search={{ id: subject }}>
          View subscription
        </Link>
      )}
      {subjectKind === 'payout' && (
        <Link to="/statements/$payoutId" params={{ payoutId: subject }}>
          View statement
        </Link>
      )}
      {chargeId && (
        <Link to="/payments" search={{ payment: chargeId }}>
          Receipt {formatReceiptNumber(chargeId)}
        </Link>
      )}
    </>
  );
}

function Actions({ finding }: FindingProps) {
  const queryClient = useQueryClient();
  const [isExplaining, setExplaining] = useState(false);
  const { id, state } = finding;
  const withdraw = useMutation({
    mutationFn: () =>
      call(client.api['ledger-findings'][':id'].explanation.$delete({ param: { id } })),
    onSuccess: () => toast.success('Success', { description: 'Explanation withdrawn' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => void refreshLedgerChecks(queryClient),
  });
  return (
    <Group gap="0.6rem">
      {state === 'open' && (
        <Button radius="xl" onClick={() => setExplaining(true)}>
          Explain
        </Button>
      )}
      {state === 'explained' && (
        <Button
          radius="xl"
          variant="default"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          Withdraw Explanation
        </Button>
      )}
      <ExplainDialog finding={finding} opened={isExplaining} onClose={() => setExplaining(false)} />
    </Group>
  );
}
