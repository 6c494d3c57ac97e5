import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import { correctionLabel, SHARE_EFFECT } from '../corrections.rules.ts';
import type { Correction } from '../corrections.schema.ts';
import { CorrectionActions } from './correction-actions.tsx';
import { CorrectionState } from './correction-state.tsx';
import { correctionQuery } from './corrections-queries.ts';

type CorrectionDrawerProps = { id: string | undefined; onClose: () => void };

/** A correction with the present balance, and what can be done with it. */
export function CorrectionDrawer({ id, onClose }: CorrectionDrawerProps) {
  const shown = useLastDefined(id);
  return (
    <RecordDrawer opened={id !== undefined} size="34rem" onClose={onClose}>
      {shown !== undefined && <OpenCorrection key={shown} id={shown} />}
    </RecordDrawer>
  );
}

const titleOf = ({ kind, reverses }: Correction) =>
  correctionLabel({ kind, isReversal: reverses !== null });

function OpenCorrection({ id }: { id: string }) {
  const query = useQuery(correctionQuery(id));
  const { data } = query;
  return (
    <RecordInDrawer
      query={query}
      title={data ? titleOf(data) : 'Correction'}
      subtitle={data && formatCents(Math.abs(data.amountCents))}
      text={{
        loading: 'Loading the correction',
        failure: 'Failed to fetch the correction',
        missing: 'This correction doesn’t exist, or you don’t have access to it.',
      }}
    >
      {(correction) => (
        <>
          <div>
            <CorrectionState status={correction.status} />
          </div>
          <Facts correction={correction} />
          <CorrectionActions correction={correction} />
        </>
      )}
    </RecordInDrawer>
  );
}

const Person = ({ name, at }: { name: string | null; at: string }) => (
  <>
    <bdi>{name ?? 'Former colleague'}</bdi>
    <small>
      <time dateTime={at}>{formatTime(at)}</time>
    </small>
  </>
);

const DECISIONS = {
  proposed: '',
  approved: 'Approved by',
  declined: 'Declined by',
  withdrawn: 'Withdrawn by',
};

function Facts({ correction }: { correction: Correction }) {
  const { influencer, status, reason, statementText, decisionNote, reverses, reversedBy } =
    correction;
  const { balanceCents, chargeId, decidedAt, needsApproval } = correction;
  return (
    <FactList>
      <Fact label="Influencer">
        {influencer.id ? (
          <Link to="/influencers/$id" params={{ id: influencer.id }} className="touch-target">
            <bdi>{influencer.fullName}</bdi>
          </Link>
        ) : (
          <bdi>{influencer.fullName}</bdi>
        )}
      </Fact>
      <Fact label="Balance now">
        {formatCents(balanceCents)}
        {status === 'proposed' && SHARE_EFFECT[correction.kind] !== 0 && (
          <small>
            {formatCents(balanceCents + SHARE_EFFECT[correction.kind] * correction.amountCents)}{' '}
            after approval
          </small>
        )}
      </Fact>
      {chargeId && (
        <Fact label="Payment">
          <Link to="/payments" search={{ payment: chargeId }} className="touch-target">
            Receipt {formatReceiptNumber(chargeId)}
          </Link>
        </Fact>
      )}
      <Fact label="Reason">
        <span dir="auto">{reason}</span>
        <small>For the back office only</small>
      </Fact>
      {SHARE_EFFECT[correction.kind] !== 0 && (
        <Fact label="Text for the influencer">
          {statementText ? <span dir="auto">{statementText}</span> : 'None, only the kind'}
        </Fact>
      )}
      <Fact label="Requested by">
        <Person name={correction.requestedBy} at={correction.createdAt} />
      </Fact>
      {decidedAt && needsApproval && (
        <Fact label={DECISIONS[status]}>
          <Person name={correction.decidedBy} at={decidedAt} />
        </Fact>
      )}
      {!needsApproval && <Fact label="Approval">Not needed: the amount is within the limit</Fact>}
      {decisionNote && (
        <Fact label="Why declined">
          <span dir="auto">{decisionNote}</span>
        </Fact>
      )}
      {reverses && (
        <Fact label="Reverses">
          <Other id={reverses} />
        </Fact>
      )}
      {reversedBy && (
        <Fact label="Reversed by">
          <Other id={reversedBy} />
        </Fact>
      )}
    </FactList>
  );
}

const Other = ({ id }: { id: string }) => (
  <Link to="/corrections" search={{ correction: id }} className="touch-target">
    Another correction
  </Link>
);
