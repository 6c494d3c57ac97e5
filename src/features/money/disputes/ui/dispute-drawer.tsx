import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FanLink } from '#src/features/identity/accounts/ui/fan-link.tsx';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import { reasonText } from '../dispute-reasons.ts';
import { STAGE_LABELS } from '../disputes.rules.ts';
import type { Dispute } from '../disputes.schema.ts';
import { DisputeActions } from './dispute-actions.tsx';
import { DisputeDeadline } from './dispute-deadline.tsx';
import { DisputeState } from './dispute-state.tsx';
import { disputeQuery } from './disputes-queries.ts';

type Evidence = { evidence: (dispute: Dispute) => ReactNode };
type DisputeDrawerProps = Evidence & { id: string | undefined; onClose: () => void };

/** A dispute with its payment, and what can be done. */
export function DisputeDrawer({ id, evidence, onClose }: DisputeDrawerProps) {
  const shown = useLastDefined(id);
  return (
    <RecordDrawer opened={id !== undefined} size="36rem" onClose={onClose}>
      {shown !== undefined && <OpenDispute key={shown} id={shown} evidence={evidence} />}
    </RecordDrawer>
  );
}

function OpenDispute({ id, evidence }: Evidence & { id: string }) {
  const query = useQuery(disputeQuery(id));
  const { data } = query;
  return (
    <RecordInDrawer
      query={query}
      title={data ? `${STAGE_LABELS[data.stage]} of ${formatCents(data.amountCents)}` : 'Dispute'}
      subtitle={data && reasonText(data.reason)}
      text={{
        loading: 'Loading the dispute',
        failure: 'Failed to fetch the dispute',
        missing: 'This dispute doesn’t exist, or you don’t have access to it.',
      }}
    >
      {(dispute) => (
        <>
          <div>
            <DisputeState stage={dispute.stage} status={dispute.status} />
          </div>
          <Facts dispute={dispute} />
          {evidence(dispute)}
          <DisputeActions dispute={dispute} />
        </>
      )}
    </RecordInDrawer>
  );
}

const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatTime(at)}</time>;

function Facts({ dispute }: { dispute: Dispute }) {
  const { fan, influencer, chargeId, paidAt, challengeBy, openedAt, reportedAt } = dispute;
  const { reasonCode, network, provider, providerStatus, providerDisputeId, note } = dispute;
  return (
    <FactList>
      <Fact label="Respond by">
        {challengeBy ? <DisputeDeadline {...dispute} /> : 'No deadline reported'}
      </Fact>
      <Fact label="Fan">
        <FanLink fan={fan} />
        {fan.fullName.trim() !== '' && <small>{fan.email}</small>}
      </Fact>
      <Fact label="Influencer">
        <bdi>{influencer.fullName}</bdi>
      </Fact>
      <Fact label="Payment">
        <Link to="/payments" search={{ payment: chargeId }} className="touch-target">
          Receipt {formatReceiptNumber(chargeId)}
        </Link>
        <small>
          <Time at={paidAt} />
        </small>
      </Fact>
      {reasonCode && (
        <Fact label="Reason code">
          {reasonCode}
          {network && <small>{network.charAt(0).toUpperCase() + network.slice(1)}</small>}
        </Fact>
      )}
      <Fact label="Opened">
        <Time at={openedAt} />
      </Fact>
      <Fact label="Last change">
        <Time at={reportedAt} />
      </Fact>
      <Fact label="Provider">
        {provider}
        {providerStatus && <small>{providerStatus}</small>}
      </Fact>
      <Fact label="Dispute ID">
        <CopyableText name="dispute id" text={providerDisputeId} />
      </Fact>
      {note && (
        <Fact label="Note">
          <span dir="auto">{note}</span>
        </Fact>
      )}
    </FactList>
  );
}
